import DecoderKit
import DecoderProtocol
import Geometry

/// The image resources of a Photoshop file that affect its picture.
struct PhotoshopResources {
  /// An ICC profile (1039); empty if there is none.
  private(set) var profile: [UInt8] = []
  /// The index that is transparent in an indexed picture (1047).
  private(set) var transparentIndex: Int?
  /// Pixels per inch (1005).
  private(set) var resolution: Point?
  /// False if the merged picture is blank because the file was saved without it (1057).
  private(set) var hasMergedPicture = true

  private static let mostBlocks = 4096
  private static let mostProfile = 32 << 20

  init(_ input: PictureInput, in range: Range<Int>) throws(CodecError) {
    var reader = ByteReader(input, at: range.lowerBound)
    for _ in 0..<Self.mostBlocks {
      // A signature, a number, a name padded to even length, the data's length.
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
        // 16.16 fixed point, per inch, whatever the display unit.
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
