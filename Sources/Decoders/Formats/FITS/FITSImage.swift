import Geometry

/// One array of numbers in a file: a picture, or several planes of one size.
struct FITSImage: Hashable {
  /// Which unit of the file it is, from 1.
  let unit: Int32
  /// How many numbers each axis has; that of a row comes first.
  let axes: [Int]
  /// Where its numbers lie; `nil` where they are in compressed tiles.
  let storage: Storage?
  /// What the file calls it; empty where it has no name.
  let name: String
  /// Whether its three planes are red, green and blue.
  let isColor: Bool

  /// Numbers one after the other, from a byte of the file on.
  struct Storage: Hashable {
    var start: Int
    /// Bytes of a number.
    var bytes: Int
  }

  /// `meaning` is what the file says of the third axis; `nil` where there are no numbers.
  init?(unit: Int32, axes: [Int], storage: Storage?, name: String, meaning: String) {
    guard !axes.isEmpty, axes.allSatisfy({ $0 > 0 }) else { return nil }
    self.unit = unit
    self.axes = axes
    self.storage = storage
    self.name = name
    isColor = axes.count == 3 && axes[2] == 3 && meaning.uppercased().hasPrefix("RGB")
  }

  /// Whether it lies in compressed tiles.
  var isCompressed: Bool { storage == nil }

  /// The size of each of its planes.
  var size: PixelSize { PixelSize(width: axes[0], height: axes.count > 1 ? axes[1] : 1) }

  /// How many pages it makes; no more than `most`.
  func pageCount(most: Int) -> Int {
    guard !isColor else { return 1 }
    return axes.dropFirst(2).reduce(1) { min(most, checkedProduct($0, $1) ?? most) }
  }

  /// Where a row of a plane begins, counted from 1 along each axis.
  func place(row: Int, plane: Int) -> [Int] {
    var place = [1, row + 1]
    var rest = plane
    for length in axes.dropFirst(2) {
      place.append(rest % length + 1)
      rest /= length
    }
    return Array(place.prefix(axes.count))
  }

  /// The byte behind so many numbers from the beginning of a row on, where they lie in the file;
  /// behind every file where the header's sizes make no sense.
  func end(row: Int, plane: Int, count: Int) -> Int? {
    guard let storage else { return nil }
    let rows = plane.multipliedReportingOverflow(by: size.height)
    let numbers = (rows.partialValue + row).multipliedReportingOverflow(by: size.width)
    let bytes = (numbers.partialValue &+ count).multipliedReportingOverflow(by: storage.bytes)
    let end = bytes.partialValue.addingReportingOverflow(storage.start)
    return rows.overflow || numbers.overflow || bytes.overflow || end.overflow
      ? .max : end.partialValue
  }
}
