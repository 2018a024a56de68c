// What filters do to a premultiplied colour; with none, nothing.
#ifdef LIT
vec4 chain(vec4 color) { return shown_light(straight_light(color)); }
#else
vec4 chain(vec4 color) { return color; }
#endif
