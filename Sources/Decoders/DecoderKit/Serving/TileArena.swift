import DecoderProtocol
import Geometry
import Glibc
import Platform
import Resampling
import Tiles

/// The memory that the viewer shares with the decoder: slots for tiles, and what lies behind them.
struct TileArena {
  private(set) var shape: TileShape
  private let memory: SharedMemory
  private let copy: TileReducer.Target.Copy
  private let slotCount: Int
  private var slotBytes: Int
  /// The first byte behind the slots.
  private let slotsEnd: Int

  /// Maps the arena of an open request, which has all its bytes by now.
  init(_ request: OpenRequest) throws(CodecError) {
    guard let bytes = checkedProduct(request.slotCount, request.slotRoom),
      bytes <= request.arenaBytes, bytes > 0
    else { throw CodecError(.other, "the viewer's arena is smaller than its slots") }
    // Not fstat, which is one of the calls that the lock-down refuses.
    guard Int(lseek(WireFormat.arenaDescriptor, 0, SEEK_END)) >= request.arenaBytes else {
      throw CodecError(.other, "the viewer's arena is smaller than it says")
    }
    do throws(Errno) {
      memory = try SharedMemory(
        mapping: FileDescriptor(adopting: WireFormat.arenaDescriptor), count: request.arenaBytes)
    } catch {
      throw CodecError(.other, "the viewer's arena could not be mapped (\(error))")
    }
    copy = { [memory] bytes, target in memory.write(bytes, at: target - memory.base) }
    slotCount = request.slotCount
    slotBytes = request.shape.slotBytes
    slotsEnd = bytes
    shape = request.shape
  }

  /// The same with slots for tiles of a kind of pixels that the viewer takes.
  func with(_ format: PixelFormat) -> TileArena {
    var arena = self
    arena.shape.format = format
    arena.slotBytes = arena.shape.slotBytes
    return arena
  }

  /// Where a tile goes; one that is larger than others goes on into the slots behind its own.
  func target(_ key: TileKey, id: UInt32, slot: Int) throws(CodecError) -> TileReducer.Target {
    guard (0..<slotCount).contains(slot) else {
      throw CodecError(.other, "the viewer named a slot that the arena does not have")
    }
    let layout = key.layout
    guard
      let bytes = checkedProduct(layout.stored.width, layout.stored.height, layout.bytesPerPixel),
      bytes <= (slotCount - slot) * slotBytes
    else { throw CodecError(.other, "the viewer asked for a tile that no slot has room for") }
    return TileReducer.Target(
      id: id, key: key, base: memory.base + slot * slotBytes, copy: copy)
  }

  /// Where rows go that lie closely in so many bytes.
  func rows(byteCount: Int, slot: Int) throws(CodecError) -> UnsafeMutableRawPointer {
    guard (0..<slotCount).contains(slot), byteCount <= slotBytes else {
      throw CodecError(.other, "the viewer asked for rows that no slot has room for")
    }
    return memory.base + slot * slotBytes
  }

  /// Where the tile of a request goes.
  func target(for request: TileRequest) throws(CodecError) -> TileReducer.Target {
    try target(request.key, id: request.id, slot: request.slot)
  }

  /// Checks that bytes that the viewer names lie behind the slots.
  func check(_ range: ArenaRange) throws(CodecError) {
    guard range.lies(behind: slotsEnd, inside: memory.count) else {
      throw CodecError(.other, "the viewer named bytes that do not lie behind the slots")
    }
  }

  /// A copy of some bytes behind the slots.
  func bytes(in range: ArenaRange) throws(CodecError) -> [UInt8] {
    if range.count == 0 { return [] }
    try check(range)
    return Array(UnsafeRawBufferPointer(start: memory.base + range.offset, count: range.count))
  }
}
