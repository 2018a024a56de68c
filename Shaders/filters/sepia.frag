// The brown of old prints: the sepia matrix of W3C's Filter Effects Module Level 1, on encoded
// values.
//!DESC Sepia

//!PARAM amount
//!DESC Blend from the picture to its brown print
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 1
1

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  vec3 brown = vec3(dot(color.rgb, vec3(0.393, 0.769, 0.189)),
                    dot(color.rgb, vec3(0.349, 0.686, 0.168)),
                    dot(color.rgb, vec3(0.272, 0.534, 0.131)));
  return vec4(mix(color.rgb, brown, amount), color.a);
}
