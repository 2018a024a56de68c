// White balance: chromatic adaptation (Bradford's transform: K. Lam, 1985; ICC.1:2010, annex E)
// from the light in which the picture was taken to 6504 K without tint, the display's white.
//
// That light lies on a curve parallel to the Planckian locus (M. Krystek's formula, Color Research
// & Application 10, 1985) through D65, which is daylight, within its natural variation. Tint is the
// distance from the curve in CIE 1960 uv, times 3000; a positive value means greener light, which
// turns the picture to magenta. The luminance of greys is preserved.
//!DESC White balance
//!LIGHT linear

//!PARAM temperature
//!DESC Correlated colour temperature of the light, in kelvin; 6504 changes nothing
//!TYPE float
//!MINIMUM 2500
//!MAXIMUM 12000
6504

//!PARAM tint
//!DESC How green the light is: positive values make the picture more magenta
//!TYPE float
//!MINIMUM -100
//!MAXIMUM 100
0

//!HOOK COLOR
// From linear sRGB (IEC 61966-2-1) to Bradford's cone responses; columns.
const mat3 cones_from_rgb = mat3(
    0.4227248, 0.0556996, 0.0213828, 0.4913454, 0.9615335, 0.0876424, 0.0273577, 0.0231835,
    0.9805084);
// D65's distance from the Planckian locus, in uv.
const float daylight = 0.00326616;

// The cone responses to a light of luminance 1; t is the temperature in thousands of kelvin.
vec3 light(float t, float away) {
  vec2 over = vec2(0.860117757 + (0.154118254 + 0.128641212 * t) * t,
                   0.317398726 + (0.0422806245 + 0.0420481691 * t) * t);
  vec2 under = vec2(1.0 + (0.842420235 + 0.708145163 * t) * t,
                    1.0 + (-0.0289741816 + 0.161456053 * t) * t);
  vec2 over_slope = vec2(0.154118254 + 0.257282424 * t, 0.0422806245 + 0.0840963382 * t);
  vec2 under_slope = vec2(0.842420235 + 1.416290326 * t, -0.0289741816 + 0.322912106 * t);
  vec2 along = (over_slope * under - over * under_slope) / (under * under);
  vec2 uv = over / under + (daylight + away) * normalize(vec2(along.y, -along.x));
  vec3 xyz = vec3(1.5 * uv.x, uv.y, 2.0 - 0.5 * uv.x - 5.0 * uv.y) / uv.y;
  return vec3(dot(xyz, vec3(0.8951, 0.2664, -0.1614)), dot(xyz, vec3(-0.7502, 1.7135, 0.0367)),
              dot(xyz, vec3(0.0389, -0.0685, 1.0296)));
}

vec4 filter_color(vec4 color) {
  vec3 gain = light(6.504, 0.0) / light(temperature * 0.001, tint / 3000.0);
  vec3 adapted = gain * (cones_from_rgb * color.rgb);
  return vec4(inverse(cones_from_rgb) * adapted, color.a);
}
