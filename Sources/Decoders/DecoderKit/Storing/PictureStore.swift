import DecoderProtocol
import Geometry
import Resampling
import Tiles

/// What has been cached of one picture: versions of it that any tile can be cut from at once.
final class PictureStore {
  let layout: StoreLayout
  let file: StripFile
  let index: StoreIndex
  let codec: StoreCodec
  /// The way of what is cached to the display.
  let color: ColorPipeline
  private let orientation: Orientation

  /// An empty store for a picture, in a file.
  init(of header: PictureHeader, color: ColorPipeline, file: StripFile) {
    let pixels = StoredPixels(color, hasAlpha: header.hasAlpha)
    let layout = StoreLayout(picture: header.size, pixels: pixels)
    self.layout = layout
    self.file = file
    index = StoreIndex(layout)
    codec = StoreCodec(of: header, layout: layout, file: file, index: index)
    self.color = color.fromStored(pixels)
    orientation = header.orientation
  }

  /// What cuts rows of the picture into its versions, which a packer packs; `color` is the way of
  /// the picture's samples to the display.
  func writer(_ color: ColorPipeline, packer: StorePacker) -> any StoreWriter {
    switch layout.pixels {
    case .codes: CodeWriter(layout, packer: packer, color: color)
    case .light: LightWriter(layout, packer: packer, color: color)
    }
  }

  /// The version that tiles of a level are cut from: the smallest of at least twice its size, so
  /// that the last step is the resampler's own; the largest that there is where none is.
  func version(for level: Level) -> Int {
    let stored = orientation.inverse.applied(to: level.size)
    let large = layout.levels.indices.last { number in
      layout.levels[number].isAtLeastTwice(stored)
    }
    return max(large ?? 0, index.firstKept)
  }

  /// Whether tiles of a level can be cut once the rows are in the file: false where it is larger
  /// than every version that there was room for.
  func canHold(_ level: Level) -> Bool {
    let number = version(for: level)
    guard layout.levels.indices.contains(number) else { return false }
    let stored = orientation.inverse.applied(to: level.size)
    return stored.width <= layout.levels[number].width
      && stored.height <= layout.levels[number].height
  }

  /// Whether a tile can be cut now, from a version that is not smaller than its level.
  func holds(_ key: TileKey) -> Bool {
    guard canHold(key.level) else { return false }
    let number = version(for: key.level)
    let area = TileReducer.sourceArea(
      of: key, source: layout.levels[number], orientation: orientation)
    return index.completeRows(number) >= area.maxY
  }
}

/// Where the strips of one version stand in the scratch file, one after the other.
///
/// A gigapixel picture has more than half a million, so a strip costs the two bytes of its length;
/// where it stands is kept only for those that do not follow the one before.
struct StripPlaces {
  /// Packed bytes of each strip; a strip of `StoreLayout` never takes more than 16 bits can tell.
  private var lengths: [UInt16] = []
  /// Packed bytes of all strips before each that begins so many: a wide band has tens of
  /// thousands, and reading all of it would otherwise add up their squares.
  private var sums: [UInt64] = []
  private static let stripsOfSum = 64
  private var total: UInt64 = 0
  /// Strips that stand side by side.
  private var runs: [Run] = []

  private struct Run {
    /// The number of the first.
    var first: Int
    var offset: UInt64
    var length: UInt64

    var end: UInt64 { offset + length }
  }

  /// The most that is reserved ahead: what a header promises may never come.
  private static let mostReserved = 1 << 20

  /// Room for so many strips; beyond a million it grows as they come.
  init(reserving count: Int) { lengths.reserveCapacity(min(count, Self.mostReserved)) }

  /// Adds the next strip.
  mutating func append(_ place: StripFile.Place) {
    if let last = runs.last, last.end == place.offset {
      runs[runs.count - 1].length += UInt64(place.count)
    } else {
      runs.append(Run(first: lengths.count, offset: place.offset, length: UInt64(place.count)))
    }
    if lengths.count % Self.stripsOfSum == 0 { sums.append(total) }
    lengths.append(UInt16(place.count))
    total += UInt64(place.count)
  }

  /// Packed bytes of the strips before one of them.
  private func bytes(before number: Int) -> UInt64 {
    let first = number / Self.stripsOfSum
    return lengths[first * Self.stripsOfSum..<number].reduce(sums[first]) { $0 + UInt64($1) }
  }

  /// Where a strip stands; `nil` where there is none of that number.
  subscript(number: Int) -> StripFile.Place? {
    guard lengths.indices.contains(number) else { return nil }
    var (low, high) = (0, runs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].first <= number { low = middle } else { high = middle }
    }
    let before = bytes(before: number) - bytes(before: runs[low].first)
    return StripFile.Place(offset: runs[low].offset + before, count: UInt32(lengths[number]))
  }

  /// The bytes of the file that the strips take.
  var ranges: [Range<UInt64>] { runs.map { $0.offset..<$0.end } }
}

/// Which bytes of the scratch file are free: those behind its end, and those of what was given up.
struct ScratchSpace {
  private var end: UInt64 = 0
  private var capacity: UInt64
  private var freed: [Range<UInt64>] = []

  /// An empty file that may grow to so many bytes.
  init(capacity: Int) { self.capacity = UInt64(max(0, capacity)) }

  /// Takes room for so many bytes; `nil` where there is none.
  mutating func take(_ count: Int) -> StripFile.Place? {
    let count64 = UInt64(count)
    while let run = freed.popLast() {
      guard UInt64(run.count) >= count64 else { continue }
      if UInt64(run.count) > count64 { freed.append(run.lowerBound + count64..<run.upperBound) }
      return StripFile.Place(offset: run.lowerBound, count: UInt32(count))
    }
    guard end + count64 <= capacity else { return nil }
    defer { end += count64 }
    return StripFile.Place(offset: end, count: UInt32(count))
  }

  /// Gives bytes back; ranges that touch become one.
  mutating func give(back ranges: [Range<UInt64>]) {
    for range in ranges {
      if let last = freed.last, last.upperBound == range.lowerBound {
        freed[freed.count - 1] = last.lowerBound..<range.upperBound
      } else {
        freed.append(range)
      }
    }
  }

  /// Notes that the disk is full: the file does not grow any more.
  mutating func stopGrowing() { capacity = 0 }
}
