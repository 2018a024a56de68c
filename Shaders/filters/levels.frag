// Levels, as in image editors (GIMP's manual, "Levels"): the input range is stretched to 0 to 1,
// values outside are clipped, gamma bends the middle tones, and the result is scaled to the output
// range. An input white at or below the input black makes a step there.
//!DESC Levels

//!PARAM input_black
//!DESC Encoded value that becomes the output's black
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 1
0

//!PARAM input_white
//!DESC Encoded value that becomes the output's white
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 1
1

//!PARAM gamma
//!DESC Above 1 lightens the middle tones, below 1 darkens them
//!TYPE float
//!MINIMUM 0.1
//!MAXIMUM 10
1

//!PARAM output_black
//!DESC The darkest output value
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 1
0

//!PARAM output_white
//!DESC The lightest output value
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 1
1

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  vec3 part = vec3(greaterThan(color.rgb, vec3(input_black)));
  if (input_white > input_black) {
    part = clamp((color.rgb - input_black) / (input_white - input_black), 0.0, 1.0);
  }
  return vec4(mix(vec3(output_black), vec3(output_white), pow(part, vec3(1.0 / gamma))), color.a);
}
