import DecoderProtocol
import Geometry
import Platform
import Tiles
import Tiling

/// What decoders have told of a picture, and what of it has not been passed on.
struct PictureNews {
  /// What the header says.
  private(set) var info: SourceInfo?
  /// How long each frame is shown, as far as it is known, in microseconds.
  private(set) var frameTimes: [Int] = []
  /// How the gain map is to be applied, where there is one.
  private(set) var gainMap: GainMap?
  /// Whether the process that runs has every part of the picture near.
  private(set) var isCached = false
  /// The largest version of the picture that is near although there was no room for all of it.
  private(set) var keptSize: PixelSize?

  private var events: [SourceEvent] = []
  private var lastProgress: Float = -1
  /// Whether it has been passed on that some of the picture is missing.
  private var isIncomplete = false
  /// Whether it has been passed on that the disk has no room.
  private var hasToldNoRoom = false

  /// More pixels than any decoder holds.
  private static let mostPixelsInMemory = 1 << 28

  // MARK: What is passed on

  /// Whether something has not been passed on.
  var hasEvents: Bool { !events.isEmpty }

  /// Something has happened.
  mutating func tell(_ event: SourceEvent) { events.append(event) }

  /// What has happened since the last call, in order.
  mutating func takeEvents() -> [SourceEvent] {
    defer { events.removeAll() }
    return events
  }

  // MARK: What it means for work

  /// Whether it is a document, which is drawn at any scale.
  var isDocument: Bool {
    guard case .any(let largest)? = info?.levels.scales else { return false }
    return largest > 1
  }

  /// Pixels that a pass may go over: to come to a frame, those of all before it.
  var pixelsOfWork: Int {
    guard let info, let pixels = info.size.area else { return 0 }
    let frames = info.isTimed ? max(1, info.frameCount, frameTimes.count) : 1
    return checkedProduct(pixels, frames) ?? .max
  }

  /// Pixels of what a decoder may still do when it owes nothing: the rest of a picture that it has
  /// in memory, or caching all of it where it may.
  func pixelsOfRest(mayCache: Bool) -> Int {
    let area = info?.size.area ?? 0
    let isCaching = mayCache && !isCached && keptSize == nil
    return isCaching ? area : min(area, Self.mostPixelsInMemory)
  }

  // MARK: Processes come and go

  /// Another process begins.
  mutating func processStarted() { lastProgress = -1 }

  /// What the process had near has gone with it.
  mutating func processEnded() {
    displayChanged()
    isIncomplete = false
    hasToldNoRoom = false
  }

  /// What is near was made for another display.
  mutating func displayChanged() {
    isCached = false
    keptSize = nil
  }

  // MARK: What a decoder tells

  /// The header has been read; false where it is not that of the picture that is known.
  mutating func learn(_ news: SourceInfo) -> Bool {
    guard var known = info else {
      info = news
      tell(.opened(news))
      return true
    }
    frameTimes.removeAll()
    // What only shows when rows come is learnt again, and is what it was.
    if known.levels.shape.format == .rgba16f {
      known.headroom = news.headroom
      known.displayCurves = nil
    }
    // What was learnt frame by frame is learnt again.
    if news.frameCount == 0, news.isTimed { known.frameCount = 0 }
    return known == news
  }

  /// The last of an unknown number of frames tells how many there are.
  mutating func learn(_ time: FrameTime) {
    frameTimes.append(time.microseconds)
    let count = frameTimes.count
    if time.isLast, info?.frameCount == 0 { change { $0.frameCount = count } }
  }

  /// Rows have shown how bright the picture is.
  mutating func learn(headroom: Double) {
    if info?.headroom != headroom { change { $0.headroom = headroom } }
  }

  /// So much of a pass is done.
  mutating func learn(progress: Float) {
    if progress != lastProgress { tell(.progress(Double(progress))) }
    lastProgress = progress
  }

  /// It tells something unasked; `hasProfile` says whether the display has a profile.
  mutating func learn(aside report: PictureReport, hasProfile: Bool) {
    switch report {
    case .display(let curves):
      if info?.displayCurves != curves { change { $0.displayCurves = curves } }
    case .brokenProfile: if hasProfile { tell(.profileRefused) }
    case .gainMap(let map): gainMap = map
    case .cached: isCached = true
    case .incomplete(let sentence):
      if !isIncomplete { tell(.incomplete(escapedForDisplay(sentence.utf8, limit: 300))) }
      isIncomplete = true
    case .noRoom(let kept):
      if !hasToldNoRoom { tell(.noRoom) }
      hasToldNoRoom = true
      keptSize = kept
    default: break
    }
  }

  private mutating func change(_ body: (inout SourceInfo) -> Void) {
    guard var changed = info else { return }
    body(&changed)
    info = changed
    tell(.changed(changed))
  }
}
