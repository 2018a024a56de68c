import ShaderLibrary

/// One of the few programs that draw tiles: a software GPU compiles each for tens of milliseconds.
struct ShaderVariant: Hashable, CaseIterable {
  /// Whether texels are fetched whole rather than mixed.
  var isCrisp: Bool
  /// Whether a checkerboard shows through translucent pixels.
  var hasChecker: Bool

  static let allCases = [
    ShaderVariant(isCrisp: true, hasChecker: false), ShaderVariant(isCrisp: true, hasChecker: true),
    ShaderVariant(isCrisp: false, hasChecker: false),
    ShaderVariant(isCrisp: false, hasChecker: true),
  ]

  private static let version = "#version 300 es\n"
  private static let precision = "precision highp float;\nprecision highp sampler2D;\n"

  /// The vertex shader's text.
  var vertexText: [UInt8] { Array(Self.version.utf8) + ShaderLibrary.text("tile.vert") }

  /// The fragment shader's text around what a filter chain does to a colour.
  func fragmentText(chain: [UInt8] = ShaderLibrary.text("chain.frag")) -> [UInt8] {
    var head = Self.version
    if isCrisp { head += "#define CRISP\n" }
    if hasChecker { head += "#define CHECKER\n" }
    return Array((head + Self.precision).utf8) + chain + ShaderLibrary.text("tile.frag")
  }
}
