// Simulates a missing type of cone.
//
// Red and green: F. Viénot, H. Brettel and J. Mollon, Digital video colourmaps for checking the
// legibility of displays by dichromats (Color Research & Application 24, 1999): one plane in LMS
// space, through black, white, blue and yellow. Blue: H. Brettel, F. Viénot and J. Mollon,
// Computerized simulation of color appearance for dichromats (JOSA A 14, 1997): two half planes,
// through the greys and the lights of 485 and 660 nm, since one plane would be wrong there. The
// cones are Smith and Pokorny's (1975) for Rec. 709's primaries, as in the paper of 1999. Severity
// interpolates linear light, which approximates anomalous vision.
//
// Daltonize moves what can't be seen to the channels that can (O. Fidaner, P. Lin and N. Ozguven,
// Analysis of Color Blindness, 2005), also in linear light; for missing blue, to red and green.
//!DESC Colour blindness
//!LIGHT linear

//!PARAM kind
//!DESC Which cones are missing: those for red, green or blue
//!TYPE enum
protanopia
deuteranopia
tritanopia

//!PARAM mode
//!DESC Simulate what is seen, or make more of it visible
//!TYPE enum
simulate
daltonize

//!PARAM severity
//!DESC From full colour vision to a complete lack of these cones
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 1
1

//!HOOK COLOR
vec3 simulated(vec3 c) {
  if (kind == kind_protanopia) {
    float yellow = dot(c, vec3(0.112383, 0.887617, 0.0));
    return vec3(yellow, yellow, c.b + 0.004006 * (c.r - c.g));
  }
  if (kind == kind_deuteranopia) {
    float yellow = dot(c, vec3(0.292750, 0.707250, 0.0));
    return vec3(yellow, yellow, c.b - 0.022337 * (c.r - c.g));
  }
  // The side of the greys on which a colour lies, in terms of L and M.
  if (dot(c, vec3(1.0, -0.714622, -0.285378)) < 0.0) {
    return vec3(dot(c, vec3(0.936781, 0.189791, -0.126572)),
                dot(c, vec3(0.061536, 0.815260, 0.123204)),
                dot(c, vec3(-0.375622, 1.127664, 0.247958)));
  }
  return vec3(dot(c, vec3(1.012773, 0.135485, -0.148258)),
              dot(c, vec3(-0.012433, 0.868120, 0.144313)),
              dot(c, vec3(0.075891, 0.805002, 0.119107)));
}

vec4 filter_color(vec4 color) {
  vec3 lost = (color.rgb - simulated(color.rgb)) * severity;
  if (mode == mode_simulate) return vec4(color.rgb - lost, color.a);
  vec3 given = kind == kind_tritanopia ? vec3(lost.r + 0.7 * lost.b, lost.g + 0.7 * lost.b, 0.0)
                                       : vec3(0.0, lost.g + 0.7 * lost.r, lost.b + 0.7 * lost.r);
  return vec4(color.rgb + given, color.a);
}
