import DecoderProtocol
import Geometry
import Glibc
import Platform
import TestSupport
import Tiles

/// A minimal viewer side of the protocol, connected to a decoder process.
final class DecoderClient {
  enum Format: String, CaseIterable {
    case png = "fresnel-decode-png"
    case jpeg = "fresnel-decode-jpeg"
    case tiff = "fresnel-decode-tiff"
    case webp = "fresnel-decode-webp"
    case gif = "fresnel-decode-gif"
    case avif = "fresnel-decode-avif"
    case heic = "fresnel-decode-heic"
    case jxl = "fresnel-decode-jxl"
    case svg = "fresnel-decode-svg"
    case pdf = "fresnel-decode-pdf"
    case djvu = "fresnel-decode-djvu"
    case classic = "fresnel-decode-classic"
    case fits = "fresnel-decode-fits"
    case jp2 = "fresnel-decode-jp2"
    case exr = "fresnel-decode-exr"
    case slide = "fresnel-decode-slide"
    case raw = "fresnel-decode-raw"

    // Former names of the decoder of old formats.
    static var freeImage: Format { .classic }
    static var hdr: Format { .classic }
  }

  struct Unexpected: Error { var message: String }

  let process: PipedProcess
  let arena: SharedMemory
  private let slotCount: Int
  private let socket: FileDescriptor
  private let aside: FileDescriptor
  private var framer = MessageFramer()
  private var nextID: UInt32 = 1
  /// The progress values reported so far.
  private(set) var progress: [Float] = []
  /// The reports about pixels that are missing in the file.
  private(set) var missing: [String] = []
  /// The number of reports about the display's transfer curve.
  private(set) var displays = 0
  /// The number of reports that the display's profile is invalid.
  private(set) var brokenProfiles = 0
  /// The report of an applied gain map.
  private(set) var gainMap: GainMap?
  /// The picture's headroom, as reported after the header.
  private(set) var headroom: Double?
  /// The reported sizes up to which tiles are cached, if there was no room for all.
  private(set) var keptSizes: [PixelSize] = []
  /// The texts in the file's metadata.
  private(set) var texts: [String] = []
  /// The reported durations of frames, in microseconds.
  private(set) var durations: [Int] = []
  /// True once the last frame has been reported.
  private(set) var hasLastFrame = false
  private(set) var isCached = false
  private var isWaitingForCached = false
  private var isWaitingForProgress = false

  init(
    _ format: Format, _ file: PictureFile, slots: Int = 64, through program: [String] = [],
    scratch: Int? = nil, folder: String? = nil
  ) throws {
    slotCount = slots
    arena = try SharedMemory(count: slots * TileShape.usual.slotBytes)
    let pair = try FileDescriptor.socketPair()
    let words = Fuzzing.throughSanitizer + program + [PipedProcess.built(format.rawValue)]
    var descriptors = [pair.second.number, file.descriptor.number, arena.number]
    aside = try UnnamedFile.create(in: ["/tmp"])
    if let scratch {
      try UnnamedFile.extend(aside, to: scratch)
      descriptors.append(aside.number)
    }
    let companions = try FileDescriptor.openForReading(Array((folder ?? "/dev/null").utf8))
    if folder != nil { descriptors += [aside.number, companions.number] }
    process = try PipedProcess(words[0], Array(words.dropFirst()), passing: descriptors)
    socket = try pair.first.duplicate()
  }

  /// Bytes on disk used by the cache.
  var cachedBytes: Int {
    var status = stat()
    return fstat(aside.number, &status) == 0 ? Int(status.st_blocks) * 512 : -1
  }

  func send(_ message: HostMessage) { send(bytes: message.encoded) }

  /// Sends bytes that may not be a valid message.
  func send(bytes: [UInt8]) {
    // If the decoder has refused and exited, receiving reports that; no SIGPIPE.
    _ = Glibc.send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Returns the next message other than progress and reports recorded here; `nil` once the decoder
  /// has exited.
  func receive(limit: Double = 90) throws -> DecoderMessage<PictureReport>? {
    let deadline = MonotonicClock.now() + limit
    while true {
      if let payload = try framer.next() {
        let message = try DecoderMessage<PictureReport>(payload: payload)
        switch message {
        case .progress(let fraction):
          progress.append(fraction)
          if isWaitingForProgress { return message }
        case .report(.incomplete(let sentence)): missing.append(sentence)
        case .report(.noRoom(let kept)): keptSizes.append(kept)
        case .report(.headroom(let brightness)): headroom = brightness
        case .report(.display): displays += 1
        case .report(.gainMap(let map)): gainMap = map
        case .report(.brokenProfile): brokenProfiles += 1
        case .report(.metadata(let metadata)) where metadata.kind == .text:
          texts.append(String(decoding: metadata.bytes, as: UTF8.self))
        case .report(.frame(let time)):
          guard time.number == durations.count, !hasLastFrame else {
            throw Unexpected(message: "frame \(time.number) out of its turn")
          }
          durations.append(time.microseconds)
          hasLastFrame = time.isLast
        case .report(.cached):
          isCached = true
          if isWaitingForCached { return message }
        default: return message
        }
        continue
      }
      var set = PollSet()
      set.add(socket.number)
      set.wait(timeout: max(0, deadline - MonotonicClock.now()))
      guard set.isReadable(socket.number) else { throw Unexpected(message: "no answer in time") }
      var buffer = [UInt8](repeating: 0, count: 65536)
      let count = read(socket.number, &buffer, buffer.count)
      guard count > 0 else { return nil }
      buffer[..<count].withUnsafeBytes { framer.append($0) }
    }
  }

  /// Waits until the decoder reports that it has cached the whole picture.
  func awaitCached() throws {
    isWaitingForCached = true
    defer { isWaitingForCached = false }
    while !isCached {
      guard try receive() != nil else { throw Unexpected(message: "the decoder has gone") }
    }
  }

  /// Waits until the decoder reports progress.
  func awaitProgress() throws {
    isWaitingForProgress = true
    defer { isWaitingForProgress = false }
    guard case .progress? = try receive() else { throw Unexpected(message: "no progress") }
  }

  /// Opens the picture; throws the decoder's failure.
  func open(
    frame: Int = 0, choices: PictureChoices = PictureChoices(), acceptsLight: Bool = false,
    display: [UInt8] = []
  ) throws -> SourceInfo {
    guard case .hello(let hello)? = try nextOrFailure(), hello.version == WireFormat.version else {
      throw Unexpected(message: "no hello")
    }
    var request = OpenRequest(
      arenaBytes: arena.count, slotCount: slotCount, surfaceEdge: 1280, frame: frame,
      pixelKinds: acceptsLight ? [.rgba8, .rgba16f] : .rgba8, choices: choices)
    // The larger slots, and the profile after them, leave room for fewer slots.
    request.slotCount = (arena.count - display.count) / request.slotRoom
    request.profile = ArenaRange(
      offset: request.slotCount * request.slotRoom, count: display.count)
    (arena.base + request.profile.offset).copyMemory(from: display, byteCount: display.count)
    send(.open(request))
    guard case .report(.info(let info))? = try nextOrFailure() else {
      throw Unexpected(message: "no info")
    }
    return info
  }

  private func nextOrFailure() throws -> DecoderMessage<PictureReport>? {
    let message = try receive()
    if case .failure(let failure)? = message { throw failure }
    if case .report(.tileFailed(_, let failure))? = message { throw failure }
    if case .report(.insteadUse(let format))? = message { throw CodecError.isOther(format) }
    return message
  }

  /// Requests a tile in a slot and returns the request's number.
  func request(_ key: TileKey, quality: TileQuality = .exact, slot: Int) -> UInt32 {
    defer { nextID += 1 }
    send(.tile(TileRequest(id: nextID, key: key, quality: quality, slot: slot)))
    return nextID
  }

  /// Requests tiles in slots from 0 on, all in one write, and returns the requests' numbers.
  func request(_ keys: [TileKey]) -> [UInt32] {
    let requests = keys.enumerated().map { slot, key in
      TileRequest(id: nextID + UInt32(slot), key: key, quality: .exact, slot: slot)
    }
    nextID += UInt32(keys.count)
    send(bytes: requests.flatMap { HostMessage.tile($0).encoded })
    return requests.map(\.id)
  }

  /// Requests rows of the picture as RGBA, packed in a slot.
  func rows(_ rows: Range<Int>, columns: Range<Int>, slot: Int = 0) throws -> Pixels {
    defer { nextID += 1 }
    send(.rows(RowsRequest(id: nextID, rows: rows, columns: columns, slot: slot)))
    guard case .report(.tileReady(nextID))? = try nextOrFailure() else {
      throw Unexpected(message: "no rows")
    }
    var pixels = Pixels(size: PixelSize(width: columns.count, height: rows.count))
    let base = arena.base + slot * TileShape.usual.slotBytes
    pixels.bytes.withUnsafeMutableBytes {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: base, count: $0.count))
    }
    return pixels
  }

  /// The pixels of an area of a level, RGBA, requested tile by tile and joined.
  func pixels(
    of level: Level, in area: PixelRect? = nil, quality: TileQuality = .exact, frame: Int = 0
  ) throws -> Pixels {
    let area = area ?? PixelRect(level.size)
    let edge = TileShape.usual.edge
    var wanted: [UInt32: (key: TileKey, slot: Int)] = [:]
    for row in (area.minY / edge)...((area.maxY - 1) / edge) {
      for column in (area.minX / edge)...((area.maxX - 1) / edge) {
        let key = TileKey(level: level, column: column, row: row, frame: frame)
        let slot = wanted.count
        wanted[request(key, quality: quality, slot: slot)] = (key, slot)
      }
    }
    precondition(wanted.count <= slotCount)
    var pixels = Pixels(size: area.size)
    while !wanted.isEmpty {
      guard case .report(.tileReady(let id))? = try nextOrFailure(),
        let tile = wanted.removeValue(forKey: id)
      else { throw Unexpected(message: "no tile") }
      copy(tile.key, slot: tile.slot, into: &pixels, from: area)
    }
    return pixels
  }

  /// The light of an area of a level, by default the whole: R, G, B, A in rows, requested tile by
  /// tile and joined.
  func light(of level: Level, in area: PixelRect? = nil) throws -> [SIMD4<Float>] {
    let area = area ?? PixelRect(level.size)
    let edge = level.shape.edge
    var wanted: [UInt32: (key: TileKey, slot: Int)] = [:]
    for row in (area.minY / edge)...((area.maxY - 1) / edge) {
      for column in (area.minX / edge)...((area.maxX - 1) / edge) {
        let key = TileKey(level: level, column: column, row: row)
        wanted[request(key, slot: wanted.count)] = (key, wanted.count)
      }
    }
    var light = [SIMD4<Float>](repeating: .zero, count: area.width * area.height)
    while !wanted.isEmpty {
      guard case .report(.tileReady(let id))? = try nextOrFailure(),
        let (key, slot) = wanted.removeValue(forKey: id)
      else { throw Unexpected(message: "no tile") }
      let base = arena.base + slot * level.shape.slotBytes
      let common = key.area.intersection(area)
      for y in common.minY..<common.maxY {
        let row = base + (y - key.area.minY + 1) * key.layout.stride + 8
        for x in common.minX..<common.maxX {
          let bits = (row + (x - key.area.minX) * 8).loadUnaligned(as: UInt64.self)
          light[(y - area.minY) * area.width + x - area.minX] = HalfFloats.values(bits)
        }
      }
    }
    return light
  }

  /// The largest difference between the overlaps of an area's tiles and their neighbours' own
  /// pixels.
  func overlapDifference(of level: Level, in area: PixelRect) throws -> Int {
    let edge = TileShape.usual.edge
    var slots: [TileKey: Int] = [:]
    var waiting: Set<UInt32> = []
    for row in (area.minY / edge)...((area.maxY - 1) / edge) {
      for column in (area.minX / edge)...((area.maxX - 1) / edge) {
        let key = TileKey(level: level, column: column, row: row)
        slots[key] = slots.count
        waiting.insert(request(key, slot: slots.count - 1))
      }
    }
    while !waiting.isEmpty {
      guard case .report(.tileReady(let id))? = try nextOrFailure() else {
        throw Unexpected(message: "no tile")
      }
      waiting.remove(id)
    }
    func pixel(_ x: Int, _ y: Int, of key: TileKey, in slot: Int) -> UInt32 {
      let row = y - key.area.minY + TileShape.usual.overlap
      let column = x - key.area.minX + TileShape.usual.overlap
      return (arena.base + slot * TileShape.usual.slotBytes).load(
        fromByteOffset: row * key.layout.stride + column * 4, as: UInt32.self)
    }
    var worst = 0
    for (key, slot) in slots {
      let own = key.area
      for (other, otherSlot) in slots where other != key {
        let around = PixelRect(
          minX: own.minX - 1, minY: own.minY - 1, maxX: own.maxX + 1, maxY: own.maxY + 1)
        let common = around.intersection(other.area)
        for y in common.minY..<max(common.minY, common.maxY) {
          for x in common.minX..<max(common.minX, common.maxX) {
            let (mine, theirs) = (
              pixel(x, y, of: key, in: slot), pixel(x, y, of: other, in: otherSlot)
            )
            for shift in [UInt32(0), 8, 16, 24] {
              worst = max(worst, abs(Int(mine >> shift & 255) - Int(theirs >> shift & 255)))
            }
          }
        }
      }
    }
    return worst
  }

  /// The pixels of a tile in a slot.
  func tile(_ key: TileKey, slot: Int) -> Pixels {
    var pixels = Pixels(size: key.area.size)
    copy(key, slot: slot, into: &pixels, from: key.area)
    return pixels
  }

  private func copy(_ key: TileKey, slot: Int, into pixels: inout Pixels, from area: PixelRect) {
    let base = arena.base + slot * TileShape.usual.slotBytes
    let common = key.area.intersection(area)
    let column = common.minX - key.area.minX + TileShape.usual.overlap
    pixels.bytes.withUnsafeMutableBytes { bytes in
      for y in common.minY..<common.maxY {
        let row = base + (y - key.area.minY + TileShape.usual.overlap) * key.layout.stride
        let place = ((y - area.minY) * area.width + common.minX - area.minX) * 4
        let target = UnsafeMutableRawBufferPointer(
          rebasing: bytes[place..<place + common.width * 4])
        target.copyMemory(
          from: UnsafeRawBufferPointer(start: row + column * 4, count: target.count))
      }
    }
  }

  /// Decodes a whole picture at 1:1.
  static func decode(_ format: Format, _ file: PictureFile) throws -> (SourceInfo, Pixels) {
    let client = try DecoderClient(format, file)
    let info = try client.open()
    return (info, try client.pixels(of: Level(size: info.size)))
  }
}

/// RGBA pixels to compare.
struct Pixels: Equatable {
  let size: PixelSize
  var bytes: [UInt8]

  init(size: PixelSize) {
    self.size = size
    bytes = [UInt8](repeating: 0, count: size.width * size.height * 4)
  }

  subscript(x: Int, y: Int, channel: Int) -> UInt8 {
    get { bytes[(y * size.width + x) * 4 + channel] }
    set { bytes[(y * size.width + x) * 4 + channel] = newValue }
  }

  /// The four channels of a pixel.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * size.width + x) * 4
    return Array(bytes[start..<start + 4])
  }

  /// The largest difference in any channel.
  func difference(_ other: Pixels) -> Int {
    guard size == other.size else { return 256 }
    if memcmp(bytes, other.bytes, bytes.count) == 0 { return 0 }
    return zip(bytes, other.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }
}
