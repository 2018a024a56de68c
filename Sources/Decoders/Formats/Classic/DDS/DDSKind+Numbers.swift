/// Pixel formats by number: DXGI's, and Direct3D 9's, which may replace the four letters.
extension DDSKind {
  /// The kind of a DXGI format; `nil` for rare ones and non-pictures.
  init?(dxgi number: Int) {
    switch number {
    case 1, 2: self = .floats(channels: 4, bits: 32)
    case 5, 6: self = .floats(channels: 3, bits: 32)
    case 9, 10: self = .floats(channels: 4, bits: 16)
    case 11, 12: self = .masks(.even(4, bits: 16))
    case 13: self = .masks(.even(4, bits: 16).signed)
    case 15, 16: self = .floats(channels: 2, bits: 32)
    case 23, 24, 25: self = .masks(Self.tens)
    case 26: self = .smallFloats
    case 27, 28, 29, 30: self = .masks(.even(4, bits: 8))
    case 31: self = .masks(.even(4, bits: 8).signed)
    case 34: self = .floats(channels: 2, bits: 16)
    case 33, 35, 36: self = .masks(.even(2, bits: 16))
    case 37: self = .masks(.even(2, bits: 16).signed)
    case 39, 40, 41: self = .floats(channels: 1, bits: 32)
    case 48, 49, 50: self = .masks(.even(2, bits: 8))
    case 51: self = .masks(.even(2, bits: 8).signed)
    case 54: self = .floats(channels: 1, bits: 16)
    case 53, 55, 56, 57: self = .masks(.even(1, bits: 16))
    case 58: self = .masks(.even(1, bits: 16).signed)
    case 60, 61, 62, 65: self = .masks(.even(1, bits: 8))
    case 63: self = .masks(.even(1, bits: 8).signed)
    case 67: self = .sharedExponent
    case 68: self = .pairs(Self.redFirst)
    case 69: self = .pairs(Self.greenFirst)
    case 70, 71, 72: self = .blocks(.dxt1)
    case 73, 74, 75: self = .blocks(.dxt3)
    case 76, 77, 78: self = .blocks(.dxt5)
    case 79, 80: self = .blocks(.one(isSigned: false))
    case 81: self = .blocks(.one(isSigned: true))
    case 82, 83: self = .blocks(.two(isSigned: false))
    case 84: self = .blocks(.two(isSigned: true))
    case 85: self = .masks(DDSMasks(2, 0xF800, 0x7E0, 0x1F, 0))
    case 86: self = .masks(DDSMasks(2, 0x7C00, 0x3E0, 0x1F, 0x8000))
    case 87, 90, 91: self = .masks(DDSMasks(4, 0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000))
    case 88, 92, 93: self = .masks(DDSMasks(4, 0xFF_0000, 0xFF00, 0xFF, 0))
    case 94, 95: self = .blocks(.light(isSigned: false))
    case 96: self = .blocks(.light(isSigned: true))
    case 97, 98, 99: self = .blocks(.bc7)
    case 107: self = .pairs(Self.brightnessFirst)
    case 115: self = .masks(DDSMasks(2, 0xF00, 0xF0, 0xF, 0xF000))
    case 191: self = .masks(DDSMasks(2, 0xF000, 0xF00, 0xF0, 0xF))
    default: return nil
    }
  }

  /// The kind of a Direct3D 9 format (`D3DFORMAT`); `nil` for rare ones and non-pictures.
  init?(direct3D number: Int) {
    switch number {
    case 20: self = .masks(DDSMasks(3, 0xFF_0000, 0xFF00, 0xFF, 0))
    case 21: self = .masks(DDSMasks(4, 0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000))
    case 22: self = .masks(DDSMasks(4, 0xFF_0000, 0xFF00, 0xFF, 0))
    case 23: self = .masks(DDSMasks(2, 0xF800, 0x7E0, 0x1F, 0))
    case 24: self = .masks(DDSMasks(2, 0x7C00, 0x3E0, 0x1F, 0))
    case 25: self = .masks(DDSMasks(2, 0x7C00, 0x3E0, 0x1F, 0x8000))
    case 26: self = .masks(DDSMasks(2, 0xF00, 0xF0, 0xF, 0xF000))
    case 27: self = .masks(DDSMasks(1, 0xE0, 0x1C, 0x3, 0))
    case 28: self = .masks(DDSMasks(gray: 1, 0xFF))
    case 29: self = .masks(DDSMasks(2, 0xE0, 0x1C, 0x3, 0xFF00))
    case 30: self = .masks(DDSMasks(2, 0xF00, 0xF0, 0xF, 0))
    case 31: self = .masks(Self.tens)
    case 32: self = .masks(.even(4, bits: 8))
    case 33: self = .masks(DDSMasks(4, 0xFF, 0xFF00, 0xFF_0000, 0))
    case 34: self = .masks(.even(2, bits: 16))
    case 35: self = .masks(DDSMasks(4, 0x3FF0_0000, 0xF_FC00, 0x3FF, 0xC000_0000))
    case 36: self = .masks(.even(4, bits: 16))
    case 40: self = .palette(hasAlpha: true)
    case 41: self = .palette(hasAlpha: false)
    case 50: self = .masks(DDSMasks(gray: 1, 0xFF))
    case 51: self = .masks(DDSMasks(gray: 2, 0xFF, alpha: 0xFF00))
    case 52: self = .masks(DDSMasks(gray: 1, 0xF, alpha: 0xF0))
    case 60: self = .masks(.even(2, bits: 8).signed)
    case 63: self = .masks(.even(4, bits: 8).signed)
    case 64: self = .masks(.even(2, bits: 16).signed)
    case 81: self = .masks(DDSMasks(gray: 2, 0xFFFF))
    case 110: self = .masks(.even(4, bits: 16).signed)
    case 111: self = .floats(channels: 1, bits: 16)
    case 112: self = .floats(channels: 2, bits: 16)
    case 113: self = .floats(channels: 4, bits: 16)
    case 114: self = .floats(channels: 1, bits: 32)
    case 115: self = .floats(channels: 2, bits: 32)
    case 116: self = .floats(channels: 4, bits: 32)
    default: return nil
    }
  }

  /// The kind of a four-letter code.
  init?(letters: String) {
    switch letters {
    case "DXT1": self = .blocks(.dxt1)
    case "DXT2", "DXT3": self = .blocks(.dxt3)
    case "DXT4", "DXT5": self = .blocks(.dxt5)
    case "RXGB": self = .blocks(.redInAlpha)
    case "ATI1", "BC4U": self = .blocks(.one(isSigned: false))
    case "BC4S": self = .blocks(.one(isSigned: true))
    case "ATI2", "BC5U": self = .blocks(.two(isSigned: false))
    case "BC5S": self = .blocks(.two(isSigned: true))
    case "BC6H": self = .blocks(.light(isSigned: false))
    case "BC7 ", "BC7L": self = .blocks(.bc7)
    case "RGBG": self = .pairs(Self.redFirst)
    case "GRGB": self = .pairs(Self.greenFirst)
    case "YUY2": self = .pairs(Self.brightnessFirst)
    case "UYVY":
      self = .pairs(DDSPairs(own: (1, 3), common: (0, 2), isVideo: true))
    default: return nil
    }
  }

  private static let tens = DDSMasks(4, 0x3FF, 0xF_FC00, 0x3FF0_0000, 0xC000_0000)
  private static let redFirst = DDSPairs(own: (1, 3), common: (0, 2), isVideo: false)
  private static let greenFirst = DDSPairs(own: (0, 2), common: (1, 3), isVideo: false)
  private static let brightnessFirst = DDSPairs(own: (0, 2), common: (1, 3), isVideo: true)
}
