import DecoderKit
import DecoderProtocol
import Geometry

/// The image resources of a Photoshop file that matter for its picture.
struct PhotoshopResources {
  /// An ICC profile (1039); empty without one.
  private(set) var profile: [UInt8] = []
  /// The number of an indexed picture that is nothing (1047).
  private(set) var transparentIndex: Int?
  /// Pixels an inch (1005).
  private(set) var resolution: Point?
  /// False where the merged picture is a blank one, as the file has been saved without it (1057).
  private(set) var hasMergedPicture = true

  private static let mostBlocks = 4096
  private static let mostProfile = 32 << 20

  init(_ input: PictureInput, in range: Range<Int>) throws(CodecError) {
    var reader = ByteReader(input, at: range.lowerBound)
    for _ in 0..<Self.mostBlocks {
      // A signature, a number, a name of an even length, the bytes' length.
      guard range.upperBound - reader.offset >= 12, !reader.isPastEnd else { return }
      let signature = try reader.big32()
      guard Self.signatures.contains(signature) else { return }
      let number = try reader.big16()
      let nameBytes = Int(try reader.byte())
      reader.skip(nameBytes + (nameBytes + 1) % 2)
      let count = try reader.big32()
      let place = reader.offset
      guard count <= range.upperBound - place else { return }
      switch number {
      case 1039 where count <= Self.mostProfile:
        profile = try input.bytes(at: place, count: count)
      case 1047 where count >= 2: transparentIndex = try reader.big16()
      case 1005 where count >= 12:
        // Numbers of 16 bits and 16 behind the point, for an inch, whatever unit is shown.
        let across = Double(try reader.big32()) / 65536
        reader.skip(4)
        let down = Double(try reader.big32()) / 65536
        if across > 0, down > 0 { resolution = Point(x: across, y: down) }
      case 1057 where count >= 5:
        reader.skip(4)
        hasMergedPicture = try reader.byte() != 0
      default: break
      }
      reader.seek(to: place + count + count % 2)
    }
  }

  // "8BIM", and those of other programs: "MeSa", "AgHg", "PHUT", "DCSR".
  private static let signatures: Set<Int> = [
    0x3842_494D, 0x4D65_5361, 0x4167_4867, 0x5048_5554, 0x4443_5352,
  ]
}
