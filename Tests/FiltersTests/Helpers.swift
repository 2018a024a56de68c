import Filters

/// A seed that the test's messages name.
func freshSeed() -> UInt64 { UInt64.random(in: 1...999_999_999) }

/// The filter of a file's text; `nil` where it has a problem.
func parsed(_ text: String, name: String = "test") -> FilterDefinition? {
  try? FilterParser.parse(Array(text.utf8), name: name)
}

/// The problem of a file's text; `nil` where it has none.
func problem(_ text: String, name: String = "test") -> FilterError? {
  problem(Array(text.utf8), name: name)
}

/// The problem of a file's bytes; `nil` where they have none.
func problem(_ bytes: [UInt8], name: String = "test") -> FilterError? {
  do throws(FilterError) {
    _ = try FilterParser.parse(bytes, name: name)
    return nil
  } catch {
    return error
  }
}

/// The end that most files of these tests have.
let colorHook = "//!HOOK COLOR\nvec4 filter_color(vec4 color) { return color; }\n"

/// A filter with a parameter of each kind.
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
  /// The numbers of a table that was read from a text.
  var values: [Float] {
    guard case .floats(let values) = points else { return [] }
    return values
  }
}
