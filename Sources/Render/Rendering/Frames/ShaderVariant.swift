import ShaderLibrary

/// A variant of the tile shader; there are few, because a software GPU takes tens of milliseconds
/// to compile one.
struct ShaderVariant: Hashable {
  /// True if texels are fetched without interpolation.
  var isCrisp: Bool
  /// The last step for a pixel: its light and blend mode.
  var end: FinalPixelStep.Kind
  /// True if another pass follows.
  var isBetween = false

  /// The variants for ordinary pictures; those for translucent layers are compiled on demand.
  static let usual = [
    ShaderVariant(isCrisp: true, end: .plain), ShaderVariant(isCrisp: true, end: .checker),
    ShaderVariant(isCrisp: false, end: .plain), ShaderVariant(isCrisp: false, end: .checker),
  ]

  private static let version = "#version 300 es\n"
  private static let precision =
    "precision highp float;\nprecision highp int;\nprecision highp sampler2D;\n"
    + "precision highp sampler3D;\n"

  static func text(ofVertex name: String) -> [UInt8] {
    Array(version.utf8) + ShaderLibrary.text(name)
  }

  /// Returns the source of the fragment shader with a filter chain's code.
  func fragmentText(chain: [UInt8] = ShaderLibrary.text("chain.frag")) -> [UInt8] {
    Self.head(crisp: isCrisp, end, isBetween: isBetween) + chain + ShaderLibrary.text("tile.frag")
  }

  /// Returns the source of the fragment shader of a pass over the result of an earlier one.
  static func imageText(pass: [UInt8], end: FinalPixelStep.Kind, isBetween: Bool) -> [UInt8] {
    head(crisp: false, end, isBetween: isBetween) + pass + ShaderLibrary.text("image.frag")
  }

  private static func head(
    crisp: Bool, _ end: FinalPixelStep.Kind, isBetween: Bool
  ) -> [UInt8] {
    var head = version
    if crisp { head += "#define CRISP\n" }
    switch end.blendMode {
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
