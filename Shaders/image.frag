// One pixel of a pass over the result of an earlier one: the image function, then colour functions,
// over the checkerboard if there is one.
out vec4 pixel;

void main() { pixel = over_backdrop(image()); }
