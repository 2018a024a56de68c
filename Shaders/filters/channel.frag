// One channel as grey: the stored red, green, blue or alpha, or the grey of the same luminance
// (ITU-R BT.709-6). Alpha and the unpremultiplied picture are shown opaque, the latter with its
// colours as if nothing were translucent.
//!DESC Channel

//!PARAM channel
//!DESC The channel to show
//!TYPE enum
red
green
blue
alpha
luminance
unpremultiplied

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  if (channel == channel_red) return color.rrra;
  if (channel == channel_green) return color.ggga;
  if (channel == channel_blue) return color.bbba;
  if (channel == channel_alpha) return vec4(color.aaa, 1.0);
  if (channel == channel_unpremultiplied) return vec4(color.rgb, 1.0);
  return vec4(to_encoded(vec3(luminance(to_linear(color.rgb)))), color.a);
}
