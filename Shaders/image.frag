// One pixel of a pass over the view: what a function makes of its neighbours, filtered further, laid
// over the checkerboard where one is given.
out vec4 pixel;

void main() { pixel = over_backdrop(image()); }
