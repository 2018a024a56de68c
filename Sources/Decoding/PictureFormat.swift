/// A format of pictures, known by its first bytes alone: a file's name proves nothing.
public struct PictureFormat: Hashable, Sendable {
  /// What people call it.
  public let name: String
  /// The executable that decodes it.
  public let decoderName: String
  /// How its files begin, in one of these ways.
  private let magics: [[UInt8]]

  private init(_ name: String, decoder: String, magics: [UInt8]...) {
    self.name = name
    decoderName = decoder
    self.magics = magics
  }

  /// Portable Network Graphics.
  public static let png = PictureFormat(
    "PNG", decoder: "fresnel-decode-png", magics: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  /// JPEG, in whatever wrapping: a start of image and the next marker.
  public static let jpeg = PictureFormat(
    "JPEG", decoder: "fresnel-decode-jpeg", magics: [0xFF, 0xD8, 0xFF])

  /// Tagged Image File Format and BigTIFF, in either order of bytes.
  public static let tiff = PictureFormat(
    "TIFF", decoder: "fresnel-decode-tiff", magics: [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A],
    [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B])

  /// Every format; a new one is a line above and its name here.
  public static let all: [PictureFormat] = [.png, .jpeg, .tiff]

  /// How many bytes of a file are enough to know its format.
  public static let sniffedBytes = 64

  /// The format of a file that begins with these bytes, or `nil` where none is known.
  public static func sniff(_ firstBytes: [UInt8]) -> PictureFormat? {
    all.first { format in format.magics.contains { firstBytes.starts(with: $0) } }
  }
}
