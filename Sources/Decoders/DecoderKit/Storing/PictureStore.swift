import DecoderProtocol
import Geometry
import Resampling
import Tiles

/// The cached versions of one picture, from which any tile can be cut at once.
final class PictureStore {
  let layout: StoreLayout
  let file: StripFile
  let index: StoreIndex
  let codec: StoreCodec
  /// The conversion from cached pixels to the display.
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

  /// A writer that cuts the picture's rows into versions for a packer; `color` converts the
  /// picture's samples to the display.
  func writer(_ color: ColorPipeline, packer: StorePacker) -> any StoreWriter {
    switch layout.pixels {
    case .codes: CodeWriter(layout, packer: packer, color: color)
    case .light: LightWriter(layout, packer: packer, color: color)
    }
  }

  /// The version to cut a level's tiles from: the smallest that is at least twice its size, so that
  /// the resampler does the last step; else the largest.
  func version(for level: Level) -> Int {
    let stored = orientation.inverse.applied(to: level.size)
    let large = layout.levels.indices.last { number in
      layout.levels[number].isAtLeastTwice(stored)
    }
    return max(large ?? 0, index.firstKept)
  }

  /// True if a level's tiles can be cut once the rows are in the file; false if it is larger than
  /// every version that had space.
  func canHold(_ level: Level) -> Bool {
    let number = version(for: level)
    guard layout.levels.indices.contains(number) else { return false }
    let stored = orientation.inverse.applied(to: level.size)
    return stored.width <= layout.levels[number].width
      && stored.height <= layout.levels[number].height
  }

  /// True if a tile can be cut now, from a version that is not smaller than its level.
  func holds(_ key: TileKey) -> Bool {
    guard canHold(key.level) else { return false }
    let number = version(for: key.level)
    let area = TileReducer.sourceArea(
      of: key, source: layout.levels[number], orientation: orientation)
    return index.completeRows(number) >= area.maxY
  }
}

/// The positions of one version's strips in the scratch file, in order.
///
/// A gigapixel picture has more than half a million strips, so each costs only the two bytes of its
/// length; an offset is kept only for strips that do not follow the one before.
struct StripPlaces {
  /// Packed bytes of each strip; a strip of `StoreLayout` always fits 16 bits.
  private var lengths: [UInt16] = []
  /// Packed bytes of all strips before every 64th: a wide band has tens of thousands, and summing
  /// all lengths for each would be quadratic.
  private var sums: [UInt64] = []
  private static let stripsOfSum = 64
  private var total: UInt64 = 0
  /// Runs of adjacent strips.
  private var runs: [Run] = []

  private struct Run {
    /// The number of the run's first strip.
    var first: Int
    var offset: UInt64
    var length: UInt64

    var end: UInt64 { offset + length }
  }

  /// The most strips to reserve memory for: the header may promise more than the file has.
  private static let mostReserved = 1 << 20

  /// Reserves memory for `count` strips, at most a million.
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

  /// Packed bytes of the strips before a number.
  private func bytes(before number: Int) -> UInt64 {
    let first = number / Self.stripsOfSum
    return lengths[first * Self.stripsOfSum..<number].reduce(sums[first]) { $0 + UInt64($1) }
  }

  /// The position of a strip; `nil` if there is none with this number.
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

  /// The file ranges of the strips.
  var ranges: [Range<UInt64>] { runs.map { $0.offset..<$0.end } }
}

/// The free bytes of the scratch file: those beyond its end, and those of dropped versions.
struct ScratchSpace {
  private var end: UInt64 = 0
  private var capacity: UInt64
  private var freed: [Range<UInt64>] = []

  /// An empty file that may grow to `capacity` bytes.
  init(capacity: Int) { self.capacity = UInt64(max(0, capacity)) }

  /// Takes `count` bytes; `nil` if there are none left.
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

  /// Frees ranges; adjacent ones are merged.
  mutating func give(back ranges: [Range<UInt64>]) {
    for range in ranges {
      if let last = freed.last, last.upperBound == range.lowerBound {
        freed[freed.count - 1] = last.lowerBound..<range.upperBound
      } else {
        freed.append(range)
      }
    }
  }

  /// Marks the disk as full: the file does not grow any more.
  mutating func stopGrowing() { capacity = 0 }
}
