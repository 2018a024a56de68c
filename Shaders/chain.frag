// The default for a filter chain's code, which takes a premultiplied colour: no filters.
#ifdef LIT
vec4 chain(vec4 color) { return shown_light(straight_light(color)); }
#else
vec4 chain(vec4 color) { return color; }
#endif
