import DecoderKit
import DecoderProtocol

extension BitmapHeader {
  /// What the samples mean: versions 4 and 5 of the header may say it.
  ///
  /// A profile that the file only names lies elsewhere, and is not looked for.
  func color(in input: PictureInput) throws(CodecError) -> SourceColor {
    guard byteCount >= 108 else { return .sRGB }
    var reader = ByteReader(input, at: start + 56)
    switch try reader.little32() {
    case 0: return try calibrated(input) ?? .sRGB
    // "MBED": a profile in the file, whose place is counted from the header.
    case 0x4D42_4544 where byteCount >= 124:
      reader.seek(to: start + 112)
      let (offset, count) = (try reader.little32(), try reader.little32())
      guard (Self.profileBytes).contains(count), offset >= byteCount else { return .sRGB }
      let profile = try input.bytes(at: start + offset, count: count)
      return profile.count == count ? .icc(profile) : .sRGB
    default: return .sRGB
    }
  }

  /// Bytes of a profile: a header at least.
  private static let profileBytes = 128...4 << 20

  /// Primaries and gamma of a header that names no colour space; `nil` where it leaves them empty.
  ///
  /// The three ends are XYZ, or chromaticities where each one's sum is 1. Their white is then not
  /// said: it is taken to be that of daylight.
  private func calibrated(_ input: PictureInput) throws(CodecError) -> SourceColor? {
    var reader = ByteReader(input, at: start + 60)
    var ends: [SIMD3<Double>] = []
    for _ in 0..<3 {
      var end = SIMD3<Double>()
      for axis in 0..<3 {
        // Two bits before the point, thirty behind it.
        end[axis] = Double(try reader.little32()) / Double(1 << 30)
      }
      ends.append(end)
    }
    var gamma = 0.0
    for _ in 0..<3 { gamma += Double(try reader.little32()) / 65536 / 3 }
    guard ends.allSatisfy({ $0.sum() > 0.01 && $0.y > 0 }), (0.1...10).contains(gamma) else {
      return nil
    }
    let areShares = ends.allSatisfy { abs($0.sum() - 1) < 0.01 }
    func place(_ end: SIMD3<Double>) -> Chromaticity {
      Chromaticity(x: end.x / end.sum(), y: end.y / end.sum())
    }
    let white = areShares ? Chromaticity(x: 0.3127, y: 0.3290) : place(ends[0] + ends[1] + ends[2])
    return .chromaticities(
      white: white, red: place(ends[0]), green: place(ends[1]), blue: place(ends[2]),
      gamma: 1 / gamma)
  }
}
