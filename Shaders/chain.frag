// A filter chain without filters; takes a premultiplied colour.
#ifdef LIT
vec4 chain(vec4 color) { return shown_light(straight_light(color)); }
#else
vec4 chain(vec4 color) { return color; }
#endif
