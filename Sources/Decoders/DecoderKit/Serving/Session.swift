import DecoderProtocol
import Geometry
import Platform
import Resampling
import Tiles

/// An open picture: takes the viewer's requests and runs one pass after the other.
final class Session {
  let codec: any PictureCodec
  let header: PictureHeader
  let size: PixelSize  // upright
  /// The conversion to the current display.
  private(set) var color: ColorPipeline
  let arena: TileArena
  private let rendering: ColorRendering
  let control: ControlChannel
  var queue = RequestQueue()
  /// The frame of an animation that the last pass was for.
  private(set) var lastFrame = 0
  /// The longest edge of the surface: a larger level means that the user has zoomed in.
  let surfaceEdge: Int
  /// The number of bytes that may be cached; 0 if there is no scratch file.
  let scratchBytes: Int
  /// True if a scratch file was wanted but there is none.
  let isWithoutRoom: Bool
  /// The timestamps of the first pass.
  let times: PassTimes
  /// Opens the picture again; throws if the file has changed.
  let makeCodec: () throws(CodecError) -> any PictureCodec
  /// The cached levels, and the pass that fills them.
  var cache = SessionCache()
  /// When the viewer wants the picture to be cached.
  private(set) var caching = Caching.onCloserLook
  /// When the viewer was last told of a pass's progress.
  private var lastProgress = 0.0
  /// True once the viewer knows that part of the picture is missing.
  private var hasReportedMissing = false
  /// True once the viewer knows the picture's headroom.
  private var hasReportedHeadroom = false
  /// True if the display's profile is invalid, so that sRGB is used.
  private var isProfileBroken: Bool
  /// The display's curves as last sent to the viewer; `nil` before the first time.
  private var reportedCurves: DisplayCurves??
  /// The requested rows, and the pass that delivers them.
  var wantedRows: [RowsRequest] = []
  var rowStream: RowStream?

  /// Checks the header and sets the limits that follow from it.
  init(
    codec: any PictureCodec, request: OpenRequest, arena: TileArena, limits: ResourceLimits,
    control: ControlChannel, scratchBytes: Int, isWithoutRoom: Bool, times: PassTimes,
    makeCodec: @escaping () throws(CodecError) -> any PictureCodec
  ) throws(CodecError) {
    let header = codec.header.inLight(where: request.pixelKinds.contains(.rgba16f))
    try header.checkSize()
    guard let allowance = header.allowance, allowance <= limits.startAllowance else {
      throw CodecError(
        .tooLarge,
        "the picture is too large to be decoded whole: \(header.size.width) × "
          + "\(header.size.height) pixels")
    }
    limits.lower(allowance: allowance, arenaBytes: request.arenaBytes)
    self.codec = codec
    self.header = header
    self.control = control
    surfaceEdge = request.surfaceEdge
    self.scratchBytes = scratchBytes
    self.isWithoutRoom = isWithoutRoom
    self.times = times
    self.makeCodec = { () throws(CodecError) in
      let again = try makeCodec()
      try codec.header.check(again.header)
      return again
    }
    size = header.orientation.applied(to: header.size)
    self.arena = arena.with(header.isLight ? .rgba16f : .rgba8)
    control.expect(self.arena.shape.format)
    rendering = request.choices.rendering
    let profile = try arena.bytes(in: request.profile)
    isProfileBroken = DisplayColor.isBroken(profile)
    color = ColorPipeline(
      format: header.format, source: header.color, displayProfile: profile,
      rendering: rendering, output: self.arena.shape.format)
  }

  /// Serves until the viewer closes the picture.
  func run() throws(CodecError) -> Never {
    while true {
      // Handle every message before choosing a pass: the more tiles one pass makes, the fewer
      // passes there are.
      try handleWaiting(in: nil)
      if try !work() { try handle(control.receive(), in: nil) }
    }
  }

  /// Handles the messages that have arrived.
  func handleWaiting(in pass: RunningPass?) throws(CodecError) {
    while let message = control.receiveWaiting() { try handle(message, in: pass) }
  }

  private func handle(_ message: HostMessage, in pass: RunningPass?) throws(CodecError) {
    switch message {
    case .open:
      throw CodecError(.other, "the viewer opened a picture twice")
    case .close:
      ControlChannel.exit(0)
    case .rows(let request):
      wantedRows.append(request)
    case .cancel(let id):
      if queue.remove(id: id) {
        control.send(.tileCancelled(id: id))
      } else {
        pass?.cancel(id: id)  // an answered request needs no other reply
      }
    case .profile(let range):
      try takeProfile(range)
    case .reportTimes:
      if let known = times.want() { control.send(.times(known)) }
    case .caching(let wish):
      caching = wish
    case .source, .member:
      throw CodecError(.other, "the viewer sent an encoded picture to a file decoder")
    case .tile(let request):
      guard request.layer == 0, header.has(frame: request.key.frame) else {
        let failure = CodecError(.unsupported, "the picture has no such frame or layer")
        control.send(.tileFailed(id: request.id, failure))
        return
      }
      let level = request.key.level.size
      guard level.width <= size.width, level.height <= size.height else {
        throw CodecError(.other, "the viewer asked for more pixels than the picture has")
      }
      _ = try arena.target(for: request)
      queue.add(request, to: group(of: request))
    }
  }

  /// Makes tiles for another display from now on.
  ///
  /// Cached pixels have the old display's colours: they are dropped, and cached again if the user
  /// is still zoomed in.
  private func takeProfile(_ range: ArenaRange) throws(CodecError) {
    let profile = try arena.bytes(in: range)
    isProfileBroken = DisplayColor.isBroken(profile)
    color = ColorPipeline(
      format: header.format, source: header.color, displayProfile: profile,
      rendering: rendering, output: arena.shape.format)
    reportDisplay()
    cache = SessionCache()
  }

  private func group(of request: TileRequest) -> RequestQueue.Group {
    RequestQueue.Group(
      level: request.key.level,
      source: PassScale.source(
        for: request.key.level, of: size, quality: request.quality, header: header),
      frame: request.key.frame)
  }
}

extension Session {
  /// How often a pass may restart for tiles that arrive just after its start.
  private static let mostRestarts = 3

  /// Makes all queued tiles of a group in one pass, and those of other groups that the pass covers
  /// anyway; returns the levels made.
  @discardableResult
  func runPass(for group: RequestQueue.Group) throws(CodecError) -> [Level] {
    lastFrame = group.frame
    var batches: [RequestBatch] = []
    var levels: [Level] = []
    for attempt in 0... {
      takeRequests(for: group, into: &batches)
      levels += batches.map(\.group.level)
      let pass = try RunningPass(
        session: self, codec: codec, source: group.source, color: color, batches: batches)
      let first = batches[0]
      let unanswered = try pass.run {
        attempt < Self.mostRestarts && self.queue.groups.contains { self.joins($0, first) }
      }
      codec.endPass()
      if unanswered.isEmpty { break }
      for index in batches.indices {
        batches[index].requests.removeAll { !unanswered.contains($0.id) }
      }
      batches.removeAll { $0.requests.isEmpty }
    }
    return levels
  }

  /// Takes the requests of a group, and those of groups that can join its pass.
  private func takeRequests(for group: RequestQueue.Group, into batches: inout [RequestBatch]) {
    func take(_ group: RequestQueue.Group) {
      let taken = queue.take(group)
      if let index = batches.firstIndex(where: { $0.group == group }) {
        batches[index].requests += taken.requests
      } else if !taken.requests.isEmpty {
        batches.append(taken)
      }
    }
    take(group)
    for other in queue.groups where joins(other, batches[0]) { take(other) }
  }

  /// True if a group's queued tiles can be made in a batch's pass, which is about to start or has
  /// just started.
  ///
  /// Tiles outside the batch's area need their own pass: extra rows and columns would delay what is
  /// wanted sooner.
  private func joins(_ group: RequestQueue.Group, _ batch: RequestBatch) -> Bool {
    guard group != batch.group else { return true }
    guard group.source == batch.group.source, group.frame == batch.group.frame, mayRead(group)
    else { return false }
    let area = area(of: batch.requests.map(\.key), in: group.source)
    return area.union(self.area(of: queue.keys(of: group), in: group.source)) == area
  }

  /// The source pixels that tiles are made from.
  func area(of keys: [TileKey], in source: PassSource) -> PixelRect {
    TileReducer.sourceArea(
      of: keys, source: PassScale.size(of: source, header: header),
      orientation: header.orientation)
  }

  /// Tells the viewer, once, that some of the picture is missing.
  func report(missing sentence: String?) {
    guard let sentence, !hasReportedMissing else { return }
    hasReportedMissing = true
    control.send(.incomplete(sentence))
  }

  /// Tells the viewer about the display: that its profile is invalid, and how it encodes light if
  /// the tiles are light.
  func reportDisplay() {
    if isProfileBroken { control.send(.brokenProfile) }
    guard header.isLight else { return }
    let curves = color.displayCurves
    guard reportedCurves != .some(curves) else { return }
    reportedCurves = .some(curves)
    control.send(.display(curves))
  }

  /// Tells the viewer the progress of a pass, from 0 to 1, at most ten times per second.
  func report(progress: Double) {
    let now = MonotonicClock.now()
    guard now - lastProgress >= 0.1 else { return }
    lastProgress = now
    control.send(.progress(fraction: Float(min(max(progress, 0), 1))))
  }

  /// Tells the viewer, once, the headroom of a picture whose header did not state it.
  func report(headroom: Double?) {
    guard let headroom, header.isLight, !hasReportedHeadroom else { return }
    hasReportedHeadroom = true
    let most = WireFormat.largestNumber
    control.send(.headroom(headroom > 1 ? min(headroom, most) : 1))
  }

  /// Cuts tiles from the cache.
  func cut(_ batch: RequestBatch, from store: PictureStore) throws(CodecError) {
    let pass = try RunningPass(
      session: self, codec: store.codec,
      source: .reduction(store.storedLevel(for: batch.group.level)), color: store.color,
      batches: [batch])
    _ = try pass.run()
    store.codec.endPass()
  }
}
