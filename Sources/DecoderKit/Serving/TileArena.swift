import DecoderProtocol
import Geometry
import Platform
import Resampling
import Tiles

/// The memory that the viewer shares with the decoder, cut into slots for tiles.
struct TileArena {
  private let memory: SharedMemory
  private let slotCount: Int
  private let slotBytes: Int

  /// Maps the arena of an open request.
  init(_ request: OpenRequest) throws(DecodeFailure) {
    guard let bytes = checkedProduct(request.slotCount, request.shape.slotBytes),
      bytes <= request.arenaBytes, bytes > 0
    else { throw DecodeFailure(.other, "the viewer's arena is smaller than its slots") }
    do throws(Errno) {
      memory = try SharedMemory(
        mapping: FileDescriptor(adopting: WireFormat.arenaDescriptor), count: request.arenaBytes)
    } catch {
      throw DecodeFailure(.other, "the viewer's arena could not be mapped (\(error))")
    }
    slotCount = request.slotCount
    slotBytes = request.shape.slotBytes
  }

  /// Where the tile of a request goes.
  func target(for request: TileRequest) throws(DecodeFailure) -> TileReducer.Target {
    guard (0..<slotCount).contains(request.slot) else {
      throw DecodeFailure(.other, "the viewer named a slot that the arena does not have")
    }
    return TileReducer.Target(
      id: request.id, key: request.key, base: memory.base + request.slot * slotBytes)
  }
}
