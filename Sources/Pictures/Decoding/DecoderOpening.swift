import DecoderProtocol
import Geometry
import Glibc
import Platform
import Tiles
import Tiling

/// How a picture is opened: tile shape, display, and memory.
///
/// The arena has slots for any accepted pixel format, followed by the display's profile.
struct DecoderOpening {
  /// The size of the arena, and the picture's role in the view.
  struct Scope: Hashable {
    var slots = SlotCounts()
    var surfaceEdge = 1
    /// True if it was opened to be viewed.
    var isViewed = false
    var cachesPicture = false
  }

  /// The part that changes with the view.
  var scope = Scope()
  /// The display's profile; empty means sRGB.
  private(set) var displayProfile: [UInt8]
  private let frame: Int
  private let shape: TileShape
  /// The profile's offset in the arena.
  private var profileOffset = 0

  /// The accepted pixel formats.
  private static let pixelKinds: PixelKinds = [.rgba8, .rgba16f]

  init(frame: Int, shape: TileShape, displayProfile: [UInt8]) {
    self.frame = frame
    self.shape = shape
    self.displayProfile = displayProfile
  }

  /// True once the parameters are known.
  var isKnown: Bool { scope.slots.total > 0 }

  /// The maximum number of slots, of any pixel format, for which an arena has space besides a
  /// profile; a limit on file sizes also limits it.
  var mostSlots: Int {
    let most = min(SharedMemory.mostBytes, UnnamedFile.largestFile)
    return max(0, (most - profileRoom) / max(1, request.slotRoom))
  }

  /// Adapts a header to the requested shape; throws if its pixel format was not offered.
  func accept(_ info: SourceInfo) throws(ProtocolBreach) -> SourceInfo {
    guard Self.pixelKinds.accepts(info.levels.shape.format) else {
      throw .badMessage(.badValue("pixel kind"))
    }
    var info = info
    info.levels.shape.edge = shape.edge
    info.levels.shape.overlap = shape.overlap
    return info
  }

  /// Creates a process's arena; returns the open request for it.
  ///
  /// Slots are allocated as they are used, since clearing those of a large window takes longer than
  /// decoding a small picture.
  mutating func open(
    _ process: DecoderProcess, origin: OpenRequest.Origin, choices: PictureChoices
  ) throws(Errno) -> OpenRequest {
    var request = request
    request.origin = origin
    request.choices = choices
    guard let slots = checkedProduct(scope.slots.total, request.slotRoom) else {
      throw Errno(code: ENOMEM, call: "memfd_create")
    }
    let arena = try process.allocateArena(
      slots + profileRoom, parts: [slots..<slots + profileRoom])
    promise(.rgba8, in: process)
    request.arenaBytes = arena.count
    profileOffset = slots
    request.profile = ArenaRange(offset: slots, count: displayProfile.count)
    writeProfile(to: arena)
    return request
  }

  private var request: OpenRequest {
    OpenRequest(
      arenaBytes: 0, slotCount: scope.slots.total, surfaceEdge: scope.surfaceEdge, shape: shape,
      frame: frame, pixelKinds: Self.pixelKinds)
  }

  // MARK: The display

  /// Changes the display's profile; returns its location for a process, `nil` if there is no space
  /// in its arena.
  mutating func setDisplayProfile(_ profile: [UInt8], of process: DecoderProcess?) -> ArenaRange? {
    displayProfile = profile
    guard let arena = process?.arena, profileOffset + profile.count <= arena.count else {
      return nil
    }
    writeProfile(to: arena)
    return ArenaRange(offset: profileOffset, count: profile.count)
  }

  /// Space for the profile, and for a slightly larger one.
  private var profileRoom: Int { (displayProfile.count + 16383) & ~16383 }

  private func writeProfile(to arena: SharedMemory) {
    (arena.base + profileOffset)
      .copyMemory(from: displayProfile, byteCount: displayProfile.count)
  }

  // MARK: Memory

  /// Counts the slots in the decoder's pixel format as used, except those that most pictures never
  /// use.
  func promise(_ format: PixelFormat, in process: DecoderProcess) {
    process.memoryBytes = scope.slots.tiles * slotBytes(format) + profileRoom
  }

  /// Allocates slots before a tile in them is read, so that a lack of memory is an error and not a
  /// fault in the viewer.
  func allocate(
    slots count: Int, of format: PixelFormat, in process: DecoderProcess
  ) throws(Errno) {
    let bytes = count * slotBytes(format)
    try process.allocateSlots(upTo: bytes)
    process.memoryBytes = max(process.memoryBytes, bytes + profileRoom)
  }

  /// Frees the slots for prefetched tiles once they are unused: they are needed only when a picture
  /// is opened.
  func releasePrefetchSlots(of format: PixelFormat, in process: DecoderProcess) {
    let bytes = scope.slots.usual * slotBytes(format)
    process.freeSlots(bytes..<scope.slots.total * slotBytes(format))
    process.memoryBytes = min(process.memoryBytes, bytes + profileRoom)
  }

  private func slotBytes(_ format: PixelFormat) -> Int {
    var shape = shape
    shape.format = format
    return shape.slotBytes
  }
}
