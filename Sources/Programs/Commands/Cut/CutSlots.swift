import Geometry
import Viewer

/// Maps slots to rows of the picture being cut; a value, without the memory itself.
struct CutSlots {
  /// A range of rows and its slot.
  struct Piece: Hashable {
    /// The rows of the picture.
    var rows: Range<Int>
    /// The number of the slot.
    var slot: Int
  }

  struct Filling: Hashable {
    /// Its rows.
    var piece: Piece
    /// The number of rows filled so far.
    var filled = 0
  }

  /// The part of the picture that is cut.
  let area: PixelRect
  /// Rows per piece, an even number; the last piece may have fewer.
  let rowsAtOnce: Int

  private var free: [Int]
  private var nextRow: Int
  private var taken: [Int: Int] = [:]
  /// Pieces that are being cut, oldest first, with their row counts.
  private var cutting: [(slot: Int, count: Int)] = []
  private var doneRows = 0

  /// The maximum number of rows per piece; more bring no advantage.
  private static let mostRows = 128
  /// From this width in pixels on, saving memory matters more than saving calls.
  private static let wide = 1 << 14

  /// Creates an empty value.
  init() { self.init(count: 0, slotBytes: 0, area: PixelRect(.zero)) }

  /// Creates `count` slots of `slotBytes` bytes for an area.
  init(count: Int, slotBytes: Int, area: PixelRect) {
    self.area = area
    let most = area.width > 0 ? min(Self.mostRows, slotBytes / (area.width * 4)) : 0
    // Fewer for wide pictures, because the reduction also holds as many rows of each level.
    let rows = area.width > Self.wide ? min(most, max(2, most / 2)) : most
    // Encoders and decoders process 16 rows at once where they can.
    rowsAtOnce = rows >= 16 ? rows & ~15 : rows & ~1
    free = (0..<count).reversed()
    nextRow = area.minY
  }

  /// Returns the next piece; `nil` if no rows or no free slots are left.
  mutating func take() -> Piece? {
    guard nextRow < area.maxY, let slot = free.popLast() else { return nil }
    let rows = nextRow..<min(nextRow + rowsAtOnce, area.maxY)
    nextRow = rows.upperBound
    taken[slot] = rows.count
    return Piece(rows: rows, slot: slot)
  }

  /// Marks a piece as being cut and returns its number of rows; `nil` if there is no such piece.
  mutating func handOver(_ slot: Int) -> Int? {
    guard let count = taken.removeValue(forKey: slot) else { return nil }
    cutting.append((slot, count))
    return count
  }

  /// Marks the oldest piece as cut; returns false if none was being cut.
  mutating func finish() -> Bool {
    guard !cutting.isEmpty else { return false }
    let piece = cutting.removeFirst()
    doneRows += piece.count
    free.append(piece.slot)
    return true
  }

  /// True while rows are being cut or once all are: then the cutter owes a message.
  var isCutting: Bool { !cutting.isEmpty || doneRows == area.height }

  /// The fraction of rows cut, 0 to 1.
  var progress: Double { Double(doneRows) / Double(max(1, area.height)) }
}
