import Filters

/// A random seed, which the tests' messages print.
func freshSeed() -> UInt64 { UInt64.random(in: 1...999_999_999) }

/// The filter of a file's text; `nil` if it is invalid.
func parsed(_ text: String, name: String = "test") -> FilterDefinition? {
  try? FilterParser.parse(Array(text.utf8), name: name)
}

/// The error in a file's text; `nil` if it is valid.
func problem(_ text: String, name: String = "test") -> FilterError? {
  problem(Array(text.utf8), name: name)
}

/// The error in a file's bytes; `nil` if they are valid.
func problem(_ bytes: [UInt8], name: String = "test") -> FilterError? {
  do throws(FilterError) {
    _ = try FilterParser.parse(bytes, name: name)
    return nil
  } catch {
    return error
  }
}

/// The end of most files in these tests.
let colorHook = "//!HOOK COLOR\nvec4 filter_color(vec4 color) { return color; }\n"

/// A filter with one parameter of each kind.
let everyKind = """
  /* One of each
     kind */
  // of value
  //!DESC Every kind
  //!LIGHT linear
  //!PARAM amount
  //!DESC How much
  //!TYPE float
  //!MINIMUM -2.5
  //!MAXIMUM 1e1

  .5
  //!PARAM count
  //!TYPE int
  //!MINIMUM 1
  //!MAXIMUM 8
  4
  //!PARAM smooth_edges
  //!TYPE bool
  on
  //!PARAM map
  //!TYPE enum
  viridis
  // the dark one
  magma
  grey-scale
  //!PARAM tint
  //!TYPE color
  #ff800040
  //!PARAM table
  //!TYPE file
  //!HOOK COLOR
  vec4 filter_color(vec4 color) { return color * amount; }
  //!HOOK IMAGE
  //!MARGIN 3 * amount

  vec4 filter_image(vec2 position) {
    return source(position);
  }

  """

extension CubeTable {
  /// The values of a table that was parsed from text.
  var values: [Float] {
    guard case .floats(let values) = points else { return [] }
    return values
  }
}
