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
  private static let precision =
    "precision highp float;\nprecision highp int;\nprecision highp sampler2D;\n"
    + "precision highp sampler3D;\n"

  /// The vertex shader's text.
  static var vertexText: [UInt8] { Array(version.utf8) + ShaderLibrary.text("tile.vert") }

  /// The fragment shader's text around what a filter chain does to a colour.
  func fragmentText(chain: [UInt8] = ShaderLibrary.text("chain.frag")) -> [UInt8] {
    Self.head(crisp: isCrisp, checker: hasChecker) + chain + ShaderLibrary.text("tile.frag")
  }

  /// The fragment shader's text around a pass over what another has drawn.
  static func imageText(pass: [UInt8], hasChecker: Bool) -> [UInt8] {
    head(crisp: false, checker: hasChecker) + pass + ShaderLibrary.text("image.frag")
  }

  private static func head(crisp: Bool, checker: Bool) -> [UInt8] {
    var head = version
    if crisp { head += "#define CRISP\n" }
    if checker { head += "#define CHECKER\n" }
    return Array((head + precision).utf8) + ShaderLibrary.text("backdrop.frag")
  }
}
