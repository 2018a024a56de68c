/// A format of pictures, known by its first bytes alone: a file's name proves nothing.
public struct PictureFormat: Hashable, Sendable {
  /// What people call it.
  public let name: String
  /// The executable that decodes it.
  public let decoderName: String
  /// How its files begin.
  private let magic: [UInt8]

  private init(_ name: String, decoder: String, magic: [UInt8]) {
    self.name = name
    decoderName = decoder
    self.magic = magic
  }

  /// Portable Network Graphics.
  public static let png = PictureFormat(
    "PNG", decoder: "fresnel-decode-png", magic: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  /// JPEG, in whatever wrapping: a start of image and the next marker.
  public static let jpeg = PictureFormat(
    "JPEG", decoder: "fresnel-decode-jpeg", magic: [0xFF, 0xD8, 0xFF])

  /// Every format; a new one is a line above and its name here.
  public static let all: [PictureFormat] = [.png, .jpeg]

  /// How many bytes of a file are enough to know its format.
  public static let sniffedBytes = 64

  /// The format of a file that begins with these bytes, or `nil` where none is known.
  public static func sniff(_ firstBytes: [UInt8]) -> PictureFormat? {
    all.first { firstBytes.starts(with: $0.magic) }
  }
}
