import CLinux
import DecoderProtocol
import Geometry
import Glibc
import Platform
import Tiles

/// The honest skeleton of a decoder, with a hook for the fault at each point.
final class EvilDecoder {
  /// A point of a decoder's work.
  enum FaultPoint: String {
    case start, hello, header, tile, last
  }

  let fault: String
  let argument: String
  var wire = Wire()
  var arena: SharedMemory?
  var slotCount = 0
  /// True if the viewer said that nothing else reads the file.
  var isAlone = false
  /// True once it has answered all requests.
  var hasRested = false
  private var tilesMade = 0
  private var owesTimes = false

  init() {
    fresnel_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL))
    // Swift's own crash reporter would be slow, and would survive signals from other processes.
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGFPE, SIGTRAP, SIGQUIT, SIGSYS] {
      signal(number, SIG_DFL)
    }
    // Exceeding the file size limit is an error instead of killing this process.
    signal(SIGXFSZ, SIG_IGN)
    var content = [UInt8](repeating: 0, count: 4096)
    let count = read(WireFormat.pictureDescriptor, &content, content.count)
    // A format's magic bytes may precede the order, so that format detection picks this decoder.
    let order = content.prefix(max(0, count)).drop { $0 != UInt8(ascii: "E") }
    let text = String(decoding: order, as: UTF8.self)
    let parts = text.split(
      separator: ":", maxSplits: 2, omittingEmptySubsequences: false
    ).map(String.init)
    // Without a file, orders arrive one by one through the arena.
    guard count > 0 else {
      fault = "encoded"
      argument = ""
      return
    }
    guard parts.first == "EVIL", parts.count > 1 else { exit(5) }
    fault = parts[1]
    argument = parts.count > 2 ? parts[2] : ""
  }

  /// The times that it claims for its stages.
  static let times = DecoderTimes(started: 1, locked: 2, header: 3, firstRow: 4, lastRow: 5)

  /// The picture that it claims to have.
  var info: SourceInfo {
    SourceInfo(size: PixelSize(width: 2000, height: 1500), hasAlpha: true)
  }

  func run() {
    reach(.start)
    sendHello()
    reach(.hello)
    if fault == "seal" { spoilArena() }
    while arena == nil {
      guard case .open(let request) = wire.receive() else { exit(6) }
      slotCount = request.slotCount
      isAlone = request.origin == .fileAlone
      // A decoder that only reads a description gets no arena.
      if request.arenaBytes == 0 { break }
      let descriptor = dup(WireFormat.arenaDescriptor)
      arena = try? SharedMemory(
        mapping: FileDescriptor(adopting: descriptor), count: request.arenaBytes)
    }
    if fault != "encoded", fault != "archive" { sendInfo() }
    if fault == "tell" || fault == "timed" { tell() }
    reach(.header)
    serve()
  }

  private func serve() {
    let isLate = fault == "late"
    let pace = fault == "delay" || isLate ? Int32(argument) ?? 100 : -1
    var waiting: [TileRequest] = []
    var late: [TileRequest] = []
    while true {
      // With `pace`, it makes one tile whenever no message has arrived for that long.
      let timeout: Int32 = waiting.isEmpty ? (tilesMade > 0 ? 50 : -1) : max(0, pace)
      guard let message = wire.receive(within: timeout) else {
        if waiting.isEmpty {
          reach(.last)
          tilesMade = 0
        } else {
          make(waiting.removeFirst())
        }
        continue
      }
      switch message {
      case .open: exit(7)
      // The decoder's colours are the same on any display.
      case .profile, .caching: continue
      case .reportTimes: owesTimes = true
      case .source(let request): obey(request)
      // The decoder answers at once, whatever the slot contains.
      case .rows(let request):
        reach(.tile)
        wire.send(.tileReady(id: fault == "unasked" ? request.id &+ 1000 : request.id))
      case .member(let id, _): unpack(id)
      case .close: exit(0)
      // The decoder never finishes a tile.
      case .tile where fault == "spare": continue
      // The decoder never finishes tiles of other rows.
      case .tile(let request) where fault == "abandon" && request.key.row > 0: continue
      // The decoder makes these late, or exits at the cancel if told to.
      case .tile(let request) where fault == "linger" && request.key.row > 0: late.append(request)
      case .tile(let request): waiting.append(request)
      case .cancel where fault == "linger":
        usleep(300_000)
        if argument == "end" { exit(WireFormat.abandonedStatus) }
        for request in late { make(request) }
        late.removeAll()
      case .cancel(let id):
        if fault == "abandon" { exit(WireFormat.abandonedStatus) }
        guard !isLate, let index = waiting.firstIndex(where: { $0.id == id }) else { continue }
        waiting.remove(at: index)
        wire.send(.tileCancelled(id: id))
      }
    }
  }

  /// Answers a request for an archive member.
  private func unpack(_ id: UInt32) {
    switch argument {
    case "crash": abort()
    case "hang": rest()
    case "large": wire.send(ArchiveReport.member(id: id, byteCount: 1 << 40))
    case "unasked": wire.send(ArchiveReport.member(id: id &+ 1000, byteCount: 3))
    case "tile": wire.send(.tileReady(id: id))
    case "flood": while true { wire.send(.progress(fraction: 0)) }
    case "drip": drip()
    case "hangup":
      close(WireFormat.controlDescriptor)
      rest()
    case "stderr": floodErrors()
    case "long":
      for _ in 0..<10 {
        usleep(100_000)
        wire.send(.progress(fraction: 0))
      }
      wire.send(ArchiveReport.member(id: id, byteCount: 3))
    default: wire.send(ArchiveReport.member(id: id, byteCount: 3))
    }
  }

  /// Obeys the order in the bytes of an encoded picture.
  private func obey(_ request: SourceRequest) {
    guard let arena, request.bytes.lies(behind: 0, inside: arena.count) else { exit(9) }
    let bytes = UnsafeRawBufferPointer(
      start: arena.base + request.bytes.offset, count: request.bytes.count)
    switch String(decoding: bytes, as: UTF8.self) {
    case "crash": abort()
    case "hang": rest()
    case "drip": drip()
    case "flood": while true { wire.send(.progress(fraction: 0)) }
    case "stderr": floodErrors()
    case "info": wire.send(.info(info))
    case "unasked": wire.send(.tileReady(id: request.id &+ 1000))
    case "fail":
      wire.send(.tileFailed(id: request.id, CodecError(.corrupt, "bad \u{1B}[2J")))
    default:
      let key = TileKey(level: Level(size: request.size), column: 0, row: 0)
      paint(TileRequest(id: request.id, key: key, quality: .exact, slot: request.slot))
      wire.send(.tileReady(id: request.id))
    }
  }

  private func make(_ request: TileRequest) {
    reach(.tile)
    // Works for the fit view, and fails for larger levels.
    if fault == "shallow", request.key.level.size.width > Int(argument) ?? 0 {
      fail("There is no more of it.")
    }
    if fault != "nowrite" { paint(request) }
    tilesMade += 1
    if owesTimes { wire.send(.times(Self.times)) }
    owesTimes = false
    answer(request)
  }

  /// Fills a tile with one colour derived from its key.
  private func paint(_ request: TileRequest) {
    guard let arena else { return }
    let key = request.key
    let color = [
      UInt8(truncatingIfNeeded: key.column &* 37 &+ 11),
      UInt8(truncatingIfNeeded: key.row &* 53 &+ 7),
      UInt8(truncatingIfNeeded: key.level.size.width),
      request.quality == .exact ? 255 : 128,
    ]
    let pixels = arena.base + request.slot * request.key.level.shape.slotBytes
    for index in 0..<key.layout.byteCount {
      pixels.storeBytes(of: color[index & 3], toByteOffset: index, as: UInt8.self)
    }
  }
}
