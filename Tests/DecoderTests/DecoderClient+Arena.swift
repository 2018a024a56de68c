import DecoderProtocol
import Geometry
import Tiles

extension DecoderClient {
  /// Decodes a whole picture from bytes in the arena, with other bytes around them.
  static func decodeThroughArena(
    _ format: Format, _ bytes: [UInt8], size: PixelSize
  ) throws -> Pixels {
    let client = try DecoderClient(format, PictureFile())
    guard case .hello? = try client.receive() else { throw Unexpected(message: "no hello") }
    let open = OpenRequest(
      arenaBytes: client.arena.count, slotCount: 4, surfaceEdge: 1280, origin: .encoded)
    client.send(.open(open))
    let start = 4 * open.slotRoom + 1000
    let behind = [UInt8](repeating: 0xA5, count: 4096)
    for (index, byte) in (behind + bytes + behind).enumerated() {
      client.arena.base.storeBytes(
        of: byte, toByteOffset: start - behind.count + index + 4096, as: UInt8.self)
    }
    let range = ArenaRange(offset: start + 4096, count: bytes.count)
    client.send(.source(SourceRequest(id: 1, bytes: range, slot: 2, size: size)))
    switch try client.receive() {
    case .report(.tileReady(id: 1))?: break
    case .report(.tileFailed(_, let failure))?, .failure(let failure)?: throw failure
    default: throw Unexpected(message: "no tile")
    }
    let layout = TileLayout(area: size)
    let slot = client.arena.base + 2 * open.shape.slotBytes
    var pixels = Pixels(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width * 4 {
        pixels.bytes[y * size.width * 4 + x] = slot.load(
          fromByteOffset: (y + 1) * layout.stride + 4 + x, as: UInt8.self)
      }
    }
    return pixels
  }
}

extension Pixels {
  /// Creates finished pixels from straight ones in sRGB.
  init(straight bytes: [UInt8], size: PixelSize) {
    self.init(size: size)
    for start in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = Int(bytes[start + 3])
      for channel in 0..<3 {
        self.bytes[start + channel] = UInt8((Int(bytes[start + channel]) * alpha * 2 + 255) / 510)
      }
      self.bytes[start + 3] = UInt8(alpha)
    }
  }
}
