import ShaderLibrary

/// One of the few programs that draw tiles: a software GPU compiles each for tens of milliseconds.
struct ShaderVariant: Hashable {
  /// Whether texels are fetched whole rather than mixed.
  var isCrisp: Bool
  /// What becomes of pixels last of all.
  var end: PixelEnd.Kind
  /// Whether another pass follows.
  var isBetween = false

  /// Those that pictures need; translucent layers' are made when there is one.
  static let usual = [
    ShaderVariant(isCrisp: true, end: .plain), ShaderVariant(isCrisp: true, end: .checker),
    ShaderVariant(isCrisp: false, end: .plain), ShaderVariant(isCrisp: false, end: .checker),
  ]

  private static let version = "#version 300 es\n"
  private static let precision =
    "precision highp float;\nprecision highp int;\nprecision highp sampler2D;\n"
    + "precision highp sampler3D;\n"

  /// The vertex shader's text.
  static var vertexText: [UInt8] { text(ofVertex: "tile.vert") }

  /// The text of a vertex shader.
  static func text(ofVertex name: String) -> [UInt8] {
    Array(version.utf8) + ShaderLibrary.text(name)
  }

  /// The fragment shader's text around what a filter chain does to a colour.
  func fragmentText(chain: [UInt8] = ShaderLibrary.text("chain.frag")) -> [UInt8] {
    Self.head(crisp: isCrisp, end, isBetween: isBetween) + chain + ShaderLibrary.text("tile.frag")
  }

  /// The fragment shader's text around a pass over what another has drawn.
  static func imageText(pass: [UInt8], end: PixelEnd.Kind, isBetween: Bool) -> [UInt8] {
    head(crisp: false, end, isBetween: isBetween) + pass + ShaderLibrary.text("image.frag")
  }

  private static func head(
    crisp: Bool, _ end: PixelEnd.Kind, isBetween: Bool
  ) -> [UInt8] {
    var head = version
    if crisp { head += "#define CRISP\n" }
    switch end.meeting {
    case .plain: break
    case .checker: head += "#define CHECKER\n"
    case .opacity: head += "#define OPACITY\n"
    }
    if end.isLit { head += "#define LIT\n" }
    if end.isMapped { head += "#define MAPPED\n" }
    if end.light == .exposed { head += "#define ENCODED\n" }
    // Between two passes nothing is rounded.
    if end.light == .curvedLight { head += "#define CURVES\n" }
    if end.holdsLight, !isBetween { head += "#define DITHER\n" }
    return Array((head + precision).utf8) + ShaderLibrary.text("backdrop.frag")
      + (end.isLit ? ShaderLibrary.text("light.frag") : [])
  }
}
