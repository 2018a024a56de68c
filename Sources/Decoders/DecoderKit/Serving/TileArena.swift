import DecoderProtocol
import Geometry
import Glibc
import Platform
import Resampling
import Tiles

/// The shared memory of viewer and decoder: tile slots, followed by other data.
struct TileArena {
  private(set) var shape: TileShape
  private let memory: SharedMemory
  private let copy: TileReducer.Target.Copy
  private let slotCount: Int
  private var slotBytes: Int
  /// The offset after the last slot.
  private let slotsEnd: Int

  /// Maps the arena of an open request; it already has its full size.
  init(_ request: OpenRequest) throws(CodecError) {
    guard let bytes = checkedProduct(request.slotCount, request.slotRoom),
      bytes <= request.arenaBytes, bytes > 0
    else { throw CodecError(.other, "the viewer's arena is smaller than its slots") }
    // lseek, since the sandbox refuses fstat.
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

  /// The arena with slots for tiles in another pixel format.
  func with(_ format: PixelFormat) -> TileArena {
    var arena = self
    arena.shape.format = format
    arena.slotBytes = arena.shape.slotBytes
    return arena
  }

  /// The memory for a tile; one larger than a slot continues into the next slots.
  func target(_ key: TileKey, id: UInt32, slot: Int) throws(CodecError) -> TileReducer.Target {
    guard (0..<slotCount).contains(slot) else {
      throw CodecError(.other, "the viewer named a slot that the arena does not have")
    }
    let layout = key.layout
    guard
      let bytes = checkedProduct(layout.stored.width, layout.stored.height, layout.bytesPerPixel),
      bytes <= (slotCount - slot) * slotBytes
    else { throw CodecError(.other, "the viewer asked for a tile that fits no slot") }
    return TileReducer.Target(
      id: id, key: key, base: memory.base + slot * slotBytes, copy: copy)
  }

  /// The memory for `byteCount` bytes of packed rows.
  func rows(byteCount: Int, slot: Int) throws(CodecError) -> UnsafeMutableRawPointer {
    guard (0..<slotCount).contains(slot), byteCount <= slotBytes else {
      throw CodecError(.other, "the viewer asked for rows that fit no slot")
    }
    return memory.base + slot * slotBytes
  }

  func target(for request: TileRequest) throws(CodecError) -> TileReducer.Target {
    try target(request.key, id: request.id, slot: request.slot)
  }

  /// Throws unless a range that the viewer sent lies after the slots.
  func check(_ range: ArenaRange) throws(CodecError) {
    guard range.lies(behind: slotsEnd, inside: memory.count) else {
      throw CodecError(.other, "the viewer named bytes that are not after the slots")
    }
  }

  /// Copies a range after the slots.
  func bytes(in range: ArenaRange) throws(CodecError) -> [UInt8] {
    if range.count == 0 { return [] }
    try check(range)
    return Array(UnsafeRawBufferPointer(start: memory.base + range.offset, count: range.count))
  }
}
