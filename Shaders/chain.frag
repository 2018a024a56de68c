// What filters do to a premultiplied colour; with none, nothing.
vec4 chain(vec4 color) { return color; }
