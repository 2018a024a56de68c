import DecoderProtocol
import Geometry
import Glibc
import Tiles

/// When this process was where on its way to its first tiles, for a viewer that asks.
///
/// It belongs to the decoding thread. Five looks at the clock cost nothing that anybody could see.
final class PassTimes {
  private var times: DecoderTimes
  private var isWanted = false
  private var hasFirstRow = false
  private var isComplete = false

  /// The times of a process that has its picture's header by now.
  init(started: UInt64, locked: UInt64) {
    let now = Self.now()
    times = DecoderTimes(
      started: started, locked: locked, header: now, firstRow: now, lastRow: now)
  }

  /// The monotonic clock in nanoseconds.
  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The viewer wants to know; the times where the first pass is over already.
  func want() -> DecoderTimes? {
    isWanted = true
    return isComplete ? times : nil
  }

  /// Rows of a pass have been decoded.
  func noteRows() {
    guard !hasFirstRow else { return }
    hasFirstRow = true
    times.firstRow = Self.now()
  }

  /// A pass has made its tiles, the last one at a time; all times where they are wanted, once.
  func notePass(lastTile: UInt64) -> DecoderTimes? {
    guard !isComplete else { return nil }
    isComplete = true
    times.lastRow = lastTile
    return isWanted ? times : nil
  }
}

/// Which source serves a level.
enum PassScale {
  /// What tiles of a level are made from.
  ///
  /// A smaller version that the file holds serves a level of its own size, and any level of at most
  /// half its size: what is cut from a version that is hardly larger keeps that version's losses
  /// and adds its own (30 dB on a zone plate, where 40 are asked for). Else it is the picture;
  /// scaling inside a codec aliases, so a small preview starts from more than what is wanted, and
  /// only 1, 2 and 4 eighths are faster than 8. A coarse one is made of the only eighth that
  /// comes early, an embedded one of what somebody put into the file for it, one of a pyramid of
  /// any version that is not smaller. Versions that say that they serve all do so for any level
  /// that is not larger.
  static func source(
    for level: Level, of picture: PixelSize, quality: TileQuality, header: PictureHeader
  ) -> PassSource {
    if quality == .preview, let preview = preview(for: level, header: header) { return preview }
    let serveAll =
      header.reductionsServeAll || quality == .preview && header.preview == .version
    let fitting = header.reductions.indices.filter { index in
      let size = header.orientation.applied(to: header.reductions[index])
      return size == level.size || size.isAtLeast(serveAll ? 1 : 2, times: level.size)
    }
    if let best = fitting.min(by: { header.reductions[$0].width < header.reductions[$1].width }) {
      return .reduction(best)
    }
    guard quality == .preview else { return .picture }
    if header.preview == .coarse { return .eighths(1) }
    guard header.preview == .small else { return .picture }
    let wanted = max(
      Double(level.size.width) / Double(picture.width),
      Double(level.size.height) / Double(picture.height))
    let density = SourceInfo.Preview.densityOfSmall
    return [1, 2, 4].first { Double($0) / 8 >= density * wanted }.map { .eighths($0) } ?? .picture
  }

  /// The smallest version for a quick look that shows all of a level, or the largest there is.
  private static func preview(for level: Level, header: PictureHeader) -> PassSource? {
    let sizes = header.previews.map { header.orientation.applied(to: $0) }
    guard header.preview == .embedded,
      let largest = sizes.indices.max(by: { sizes[$0].width < sizes[$1].width })
    else { return nil }
    let fitting = sizes.indices.filter { sizes[$0].isAtLeast(1, times: level.size) }
    return .preview(fitting.min { sizes[$0].width < sizes[$1].width } ?? largest)
  }

  /// The stored size of what a pass reads; at eighths, as codecs round it.
  static func size(of source: PassSource, header: PictureHeader) -> PixelSize {
    switch source {
    case .eighths(let eighths):
      PixelSize(
        width: dividedRoundingUp(header.size.width * eighths, by: 8),
        height: dividedRoundingUp(header.size.height * eighths, by: 8))
    case .reduction(let index): header.reductions[index]
    case .preview(let index): header.previews[index]
    }
  }
}

extension PixelSize {
  /// Whether a version of this size leaves the last step to a level to the resampler: pixels near a
  /// version's finest detail come out right from half its size on.
  func isAtLeastTwice(_ level: PixelSize) -> Bool { isAtLeast(2, times: level) }

  /// Whether both sides are so many times those of a level, or longer.
  func isAtLeast(_ factor: Int, times level: PixelSize) -> Bool {
    width >= factor * level.width && height >= factor * level.height
  }
}

/// What of a file a pass reads.
package enum PassSource: Hashable, Sendable {
  /// The picture, scaled while it is decoded to so many eighths of its size; 8 is the picture
  /// itself.
  ///
  /// Other numbers than 8 are asked for only where the header names a preview: 1, 2 or 4 for small
  /// ones, 1 for coarse ones.
  case eighths(Int)
  /// A smaller version of the whole picture that the file holds, by its place in the header's list.
  case reduction(Int)
  /// A version that only looks like the picture, by its place in the header's list of previews.
  case preview(Int)

  /// The picture itself.
  package static let picture = PassSource.eighths(8)
}
