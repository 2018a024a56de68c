import DecoderProtocol
import Geometry
import SeededNumbers
import Tiles

extension SeededNumbers {
  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

  /// Flips, cuts or adds a few bytes.
  mutating func spoil(_ payload: inout [UInt8]) {
    for _ in 0..<Int.random(in: 1...3, using: &self) {
      switch Int.random(in: 0..<4, using: &self) {
      case 0: payload.append(byte())
      case 1: if !payload.isEmpty { payload.removeLast() }
      case 2:
        guard let index = payload.indices.randomElement(using: &self) else { continue }
        payload[index] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &self) ?? 0
      default:
        guard let index = payload.indices.randomElement(using: &self) else { continue }
        payload[index] = byte()
      }
    }
  }
}

extension DecoderMessage {
  static func random(using random: inout SeededNumbers) -> DecoderMessage {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return .hello(version: UInt32.random(in: 0...UInt32.max, using: &random))
    case 1:
      let size = PixelSize(
        width: Int.random(in: 1...SourceInfo.longestSide, using: &random),
        height: Int.random(in: 1...1 << 20, using: &random))
      return .info(
        SourceInfo(
          size: size, orientation: Orientation(exif: Int.random(in: 1...8, using: &random)),
          frameCount: Int.random(in: 1...SourceInfo.mostFrames, using: &random),
          hasAlpha: Bool.random(using: &random), isRandomAccess: Bool.random(using: &random),
          hasFastPreview: Bool.random(using: &random)))
    case 2: return .tileReady(id: UInt32.random(in: 0...UInt32.max, using: &random))
    case 3: return .tileCancelled(id: UInt32.random(in: 0...UInt32.max, using: &random))
    case 4: return .progress(fraction: Float.random(in: 0...1, using: &random))
    case 5: return .setAside
    case 6: return .incomplete("lines \(Int.random(in: 0...99, using: &random)) é漢")
    case 7:
      return .noRoom(
        kept: PixelSize(
          width: Int.random(in: 0...SourceInfo.longestSide, using: &random),
          height: Int.random(in: 0...1 << 20, using: &random)))
    default:
      let code = DecodeFailure.Code(rawValue: UInt8.random(in: 1...6, using: &random)) ?? .other
      let letters: [Character] = ["a", "é", "漢", "😀", "\n", "\u{202E}"]
      let count = Int.random(in: 0...60, using: &random)
      let text = (0..<count).map { _ in letters.randomElement(using: &random) ?? "x" }
      return .failure(DecodeFailure(code, String(text)))
    }
  }
}

extension HostMessage {
  static func random(using random: inout SeededNumbers) -> HostMessage {
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let profile = (0..<Int.random(in: 0...300, using: &random)).map { _ in random.byte() }
      return .open(
        OpenRequest(
          arenaBytes: Int.random(in: 0...1 << 31, using: &random),
          slotCount: Int.random(in: 0...4096, using: &random), displayProfile: profile,
          surfaceEdge: Int.random(in: 1...20_000, using: &random),
          frame: Int.random(in: 0..<SourceInfo.mostFrames, using: &random)))
    case 1:
      let size = PixelSize(
        width: Int.random(in: 1...1 << 24, using: &random),
        height: Int.random(in: 1...1 << 24, using: &random))
      let key = TileKey(
        level: Level(size: size),
        column: Int.random(in: 0...(size.width - 1) / TileShape.usual.edge, using: &random),
        row: Int.random(in: 0...(size.height - 1) / TileShape.usual.edge, using: &random))
      return .tile(
        TileRequest(
          id: UInt32.random(in: 0...UInt32.max, using: &random), key: key,
          quality: Bool.random(using: &random) ? .exact : .preview,
          slot: Int.random(in: 0...4096, using: &random)))
    case 2: return .cancel(id: UInt32.random(in: 0...UInt32.max, using: &random))
    default: return .close
    }
  }
}
