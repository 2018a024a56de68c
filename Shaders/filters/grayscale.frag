// The weighted sum of the channels' linear light. With Rec. 709's weights it is the luminance
// (ITU-R BT.709-6); Rec. 601's weights are those of old television, with other primaries; equal
// weights give the mean.
//!DESC Grayscale
//!LIGHT linear

//!PARAM amount
//!DESC How much colour is removed
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 1
1

//!PARAM weights
//!DESC Weights of red, green and blue
//!TYPE enum
rec709
rec601
equal

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  float grey = luminance(color.rgb);
  if (weights == weights_rec601) grey = dot(color.rgb, vec3(0.299, 0.587, 0.114));
  if (weights == weights_equal) grey = dot(color.rgb, vec3(1.0 / 3.0));
  return vec4(mix(color.rgb, vec3(grey), amount), color.a);
}
