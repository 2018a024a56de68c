import DecoderProtocol
import Geometry
import Glibc
import Platform
import Tiles
import Tiling

/// How a picture is opened: what is cut of it, for which display, and how much memory there is.
///
/// The arena of its process has slots of every kind of pixels that is taken, and the display's
/// profile behind them.
struct DecoderOpening {
  /// How large the arena and the picture's place in the view are.
  struct Scope: Hashable {
    var slots = SlotCounts()
    var surfaceEdge = 1
    /// Whether it was opened to be looked at.
    var isViewed = false
    var cachesPicture = false
  }

  /// What changes with the view.
  var scope = Scope()
  /// The display's profile; empty means sRGB.
  private(set) var displayProfile: [UInt8]
  private let frame: Int
  private let shape: TileShape
  /// Where the profile lies in the arena.
  private var profileOffset = 0

  /// The kinds of pixels that are taken.
  private static let pixelKinds: PixelKinds = [.rgba8, .rgba16f]

  init(frame: Int, shape: TileShape, displayProfile: [UInt8]) {
    self.frame = frame
    self.shape = shape
    self.displayProfile = displayProfile
  }

  /// Whether it is known how the picture is to be opened.
  var isKnown: Bool { scope.slots.total > 0 }

  /// How many slots of any kind of pixels, and a profile, an arena has room for; where files may
  /// not grow, it may not either.
  var mostSlots: Int {
    let most = min(SharedMemory.mostBytes, UnnamedFile.largestFile)
    return max(0, (most - profileRoom) / max(1, request.slotRoom))
  }

  /// What a header says, cut as it was asked for; a kind of pixels that is not taken is a lie.
  func accept(_ info: SourceInfo) throws(ProtocolBreach) -> SourceInfo {
    guard Self.pixelKinds.accepts(info.levels.shape.format) else {
      throw .badMessage(.badValue("pixel kind"))
    }
    var info = info
    info.levels.shape.edge = shape.edge
    info.levels.shape.overlap = shape.overlap
    return info
  }

  /// Makes the arena of a process, and says how the picture is opened there.
  ///
  /// Memory comes as slots are used, as clearing that of a large window takes longer than decoding
  /// a small picture.
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

  /// Tiles are made for another display; the answer is where a process finds its profile, `nil`
  /// where its arena has no room for it.
  mutating func setDisplayProfile(_ profile: [UInt8], of process: DecoderProcess?) -> ArenaRange? {
    displayProfile = profile
    guard let arena = process?.arena, profileOffset + profile.count <= arena.count else {
      return nil
    }
    writeProfile(to: arena)
    return ArenaRange(offset: profileOffset, count: profile.count)
  }

  /// Bytes for the profile, and for one that is a little larger.
  private var profileRoom: Int { (displayProfile.count + 16383) & ~16383 }

  private func writeProfile(to arena: SharedMemory) {
    (arena.base + profileOffset)
      .copyMemory(from: displayProfile, byteCount: displayProfile.count)
  }

  // MARK: Memory

  /// Counts the slots of the kind of pixels that a decoder has chosen as if all were in use, but
  /// for those that most pictures never use.
  func promise(_ format: PixelFormat, in process: DecoderProcess) {
    process.memoryBytes = scope.slots.tiles * slotBytes(format) + profileRoom
  }

  /// Sees that there is memory for so many slots: no tile is read before, so that what can't be
  /// had is a sentence, and never a fault in the viewer.
  func allocate(
    slots count: Int, of format: PixelFormat, in process: DecoderProcess
  ) throws(Errno) {
    let bytes = count * slotBytes(format)
    try process.allocateSlots(upTo: bytes)
    process.memoryBytes = max(process.memoryBytes, bytes + profileRoom)
  }

  /// Gives back the memory of slots for tiles that are made ahead, once nothing uses them: they are
  /// needed once, when a picture is opened.
  func freeSlotsAhead(of format: PixelFormat, in process: DecoderProcess) {
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
