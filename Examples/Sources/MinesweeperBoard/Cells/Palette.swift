import FresnelDrawing

/// The game's colours.
public enum Palette {
  /// The table on which the board lies.
  public static let table = PaintColor(hex: 0x1d2733)
  static let tableLight = PaintColor(hex: 0x2b3a4b)
  /// The board's frame, from its light to its dark edge.
  static let frameLight = PaintColor(hex: 0x6d5a48)
  static let frame = PaintColor(hex: 0x4f4034)
  static let frameDark = PaintColor(hex: 0x342a22)
  /// The ground below the cells, and open cells.
  static let ground = PaintColor(hex: 0xc9c0ae)
  static let paper = PaintColor(hex: 0xf2ecdf)
  static let paperShade = PaintColor(hex: 0xddd4c2)
  /// Covered cells, from top to bottom.
  static let keyShine = PaintColor(hex: 0xc9dff0)
  static let keyTop = PaintColor(hex: 0xa8cbe6)
  static let keyMiddle = PaintColor(hex: 0x86b0d4)
  static let keyBottom = PaintColor(hex: 0x6692bd)
  static let keyEdge = PaintColor(hex: 0x3d648c)
  /// Flags and mines.
  static let flagLight = PaintColor(hex: 0xff7a66)
  static let flag = PaintColor(hex: 0xd92f2f)
  static let flagDark = PaintColor(hex: 0x9c1c22)
  static let ink = PaintColor(hex: 0x22262e)
  static let inkLight = PaintColor(hex: 0x6c7584)
  static let alarmLight = PaintColor(hex: 0xffb199)
  static let alarm = PaintColor(hex: 0xe0402f)
  /// The keyboard cursor.
  static let cursor = PaintColor(hex: 0xffb000)

  /// The numbers from one to eight, distinct in lightness as well as in hue.
  static let numbers = [
    PaintColor(hex: 0x2160d3), PaintColor(hex: 0x1c7d43), PaintColor(hex: 0xd12f2f),
    PaintColor(hex: 0x4a2a98), PaintColor(hex: 0x96381a), PaintColor(hex: 0x0b7f8c),
    PaintColor(hex: 0x1d1d22), PaintColor(hex: 0x70757d),
  ]
}
