import DecoderProtocol
import Geometry
import Platform
import Tiles
import Tiling

/// The decoders' reports about a picture, and pending events.
struct ReportedPicture {
  /// The picture's header.
  private(set) var info: SourceInfo?
  /// The known frame durations, in microseconds.
  private(set) var frameTimes: [Int] = []
  /// The gain map's parameters, if there is one.
  private(set) var gainMap: GainMap?
  /// True if the running process has cached the whole picture.
  private(set) var isCached = false
  /// The largest cached level, if there was no disk space for the whole picture.
  private(set) var keptSize: PixelSize?

  private var events: [SourceEvent] = []
  private var lastProgress: Float = -1
  /// True once an event has reported that part of the picture is missing.
  private var isIncomplete = false
  /// True once an event has reported that the disk is full.
  private var hasReportedNoRoom = false

  /// More pixels than any decoder keeps in memory.
  private static let mostPixelsInMemory = 1 << 28

  // MARK: Events

  /// True if there are pending events.
  var hasEvents: Bool { !events.isEmpty }

  /// Adds an event.
  mutating func post(_ event: SourceEvent) { events.append(event) }

  /// The events since the last call, in order.
  mutating func takeEvents() -> [SourceEvent] {
    defer { events.removeAll() }
    return events
  }

  var pixelFormat: PixelFormat { info?.levels.shape.format ?? .rgba8 }

  // MARK: Limits of work

  /// True for a document, which is drawn at any scale.
  var isDocument: Bool {
    guard case .any(let largest)? = info?.levels.scales else { return false }
    return largest > 1
  }

  /// Pixels that a pass may process: to reach a frame, those of all frames before it.
  var pixelsOfWork: Int {
    guard let info, let pixels = info.size.area else { return 0 }
    let frames = info.isTimed ? max(1, info.frameCount, frameTimes.count) : 1
    return checkedProduct(pixels, frames) ?? .max
  }

  /// Pixels that a decoder may still process when it owes nothing: the rest of a picture in memory,
  /// or all of it for caching.
  func pixelsOfRest(mayCache: Bool) -> Int {
    let area = info?.size.area ?? 0
    let isCaching = mayCache && !isCached && keptSize == nil
    return isCaching ? area : min(area, Self.mostPixelsInMemory)
  }

  // MARK: Start and end of processes

  mutating func processStarted() { lastProgress = -1 }

  /// Handles the end of the process, with which its cache is lost.
  mutating func processEnded() {
    displayChanged()
    isIncomplete = false
    hasReportedNoRoom = false
  }

  /// The cache was made for another display.
  mutating func displayChanged() {
    isCached = false
    keptSize = nil
  }

  // MARK: Reports

  /// Takes the header; returns false if it is another picture's.
  mutating func learn(_ header: SourceInfo) -> Bool {
    guard var known = info else {
      info = header
      post(.opened(header))
      return true
    }
    frameTimes.removeAll()
    // Properties that only rows reveal are reported again, unchanged.
    if known.levels.shape.format == .rgba16f {
      known.headroom = header.headroom
      known.displayCurves = nil
    }
    // Frames are counted again.
    if header.frameCount == 0, header.isTimed { known.frameCount = 0 }
    return known == header
  }

  /// The last of an unknown number of frames reveals the count.
  mutating func learn(_ time: FrameTime) {
    frameTimes.append(time.microseconds)
    let count = frameTimes.count
    if time.isLast, info?.frameCount == 0 { change { $0.frameCount = count } }
  }

  /// The headroom, measured on the picture's rows.
  mutating func learn(headroom: Double) {
    if info?.headroom != headroom { change { $0.headroom = headroom } }
  }

  /// A pass's progress.
  mutating func learn(progress: Float) {
    if progress != lastProgress { post(.progress(Double(progress))) }
    lastProgress = progress
  }

  /// Takes an unsolicited message; `hasProfile` is true if the display has a profile.
  mutating func learn(aside report: PictureReport, hasProfile: Bool) {
    switch report {
    case .display(let curves):
      if info?.displayCurves != curves { change { $0.displayCurves = curves } }
    case .brokenProfile: if hasProfile { post(.profileRefused) }
    case .gainMap(let map): gainMap = map
    case .cached: isCached = true
    case .incomplete(let sentence):
      if !isIncomplete { post(.incomplete(escapedForDisplay(sentence.utf8, limit: 300))) }
      isIncomplete = true
    case .noRoom(let kept):
      if !hasReportedNoRoom { post(.noRoom) }
      hasReportedNoRoom = true
      keptSize = kept
    default: break
    }
  }

  private mutating func change(_ body: (inout SourceInfo) -> Void) {
    guard var changed = info else { return }
    body(&changed)
    info = changed
    post(.changed(changed))
  }
}
