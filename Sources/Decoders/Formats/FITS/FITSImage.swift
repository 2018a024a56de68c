import Geometry

/// An array of numbers in a file: one or more planes of one size.
struct FITSImage: Hashable {
  /// The file's unit, from 1.
  let unit: Int32
  /// The length of each axis; the first runs along the rows.
  let axes: [Int]
  /// The location of its numbers; `nil` for compressed tiles.
  let storage: Storage?
  /// The image's name; empty if it has none.
  let name: String
  /// True if its three planes are red, green and blue.
  let isColor: Bool

  /// Contiguous numbers from an offset in the file.
  struct Storage: Hashable {
    var start: Int
    /// Bytes per number.
    var bytes: Int
  }

  /// Returns `nil` if the array is empty; `meaning` is the type of its third axis (`CTYPE3`).
  init?(unit: Int32, axes: [Int], storage: Storage?, name: String, meaning: String) {
    guard !axes.isEmpty, axes.allSatisfy({ $0 > 0 }) else { return nil }
    self.unit = unit
    self.axes = axes
    self.storage = storage
    self.name = name
    isColor = axes.count == 3 && axes[2] == 3 && meaning.uppercased().hasPrefix("RGB")
  }

  /// True if it is stored as compressed tiles.
  var isCompressed: Bool { storage == nil }

  /// The size of each plane.
  var size: PixelSize { PixelSize(width: axes[0], height: axes.count > 1 ? axes[1] : 1) }

  /// The number of its pages, at most `most`.
  func pageCount(most: Int) -> Int {
    guard !isColor else { return 1 }
    return axes.dropFirst(2).reduce(1) { min(most, checkedProduct($0, $1) ?? most) }
  }

  /// The coordinates of a row of a plane, counted from 1 along each axis.
  func place(row: Int, plane: Int) -> [Int] {
    var place = [1, row + 1]
    var rest = plane
    for length in axes.dropFirst(2) {
      place.append(rest % length + 1)
      rest /= length
    }
    return Array(place.prefix(axes.count))
  }

  /// The offset after `count` numbers from the start of a row, if they are stored uncompressed;
  /// beyond any file if the header's sizes are invalid.
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
