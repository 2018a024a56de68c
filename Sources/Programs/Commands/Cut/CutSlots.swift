import Geometry
import Viewer

/// Which memory holds which rows of the picture that is cut: a value, without the memory.
struct CutSlots {
  /// Some rows and their memory.
  struct Piece: Hashable {
    /// Rows of the picture.
    var rows: Range<Int>
    /// The number of the memory.
    var slot: Int
  }

  /// Memory that is being filled.
  struct Filling: Hashable {
    /// What goes into it.
    var piece: Piece
    /// Rows that are in it.
    var filled = 0
  }

  /// The part of the picture that is cut.
  let area: PixelRect
  /// Rows of a piece, an even number, but for the last.
  let rowsAtOnce: Int

  private var free: [Int]
  private var nextRow: Int
  private var taken: [Int: Int] = [:]
  /// Pieces that are being cut, oldest first, by their rows.
  private var cutting: [(slot: Int, count: Int)] = []
  private var doneRows = 0

  /// The most rows of a piece: more make no difference to anybody.
  private static let mostRows = 128
  /// Pixels of a row from which on memory counts more than calls.
  private static let wide = 1 << 14

  /// Nothing at all.
  init() { self.init(count: 0, slotBytes: 0, area: PixelRect(.zero)) }

  /// So many pieces of memory for an area.
  init(count: Int, slotBytes: Int, area: PixelRect) {
    self.area = area
    let most = area.width > 0 ? min(Self.mostRows, slotBytes / (area.width * 4)) : 0
    // Of wide pictures fewer: what makes levels of them holds as many rows of each again.
    let rows = area.width > Self.wide ? min(most, max(2, most / 2)) : most
    // Encoders and decoders take sixteen rows at once where they can.
    rowsAtOnce = rows >= 16 ? rows & ~15 : rows & ~1
    free = (0..<count).reversed()
    nextRow = area.minY
  }

  /// The next piece that has memory; `nil` where there are no rows or no memory left.
  mutating func take() -> Piece? {
    guard nextRow < area.maxY, let slot = free.popLast() else { return nil }
    let rows = nextRow..<min(nextRow + rowsAtOnce, area.maxY)
    nextRow = rows.upperBound
    taken[slot] = rows.count
    return Piece(rows: rows, slot: slot)
  }

  /// Notes that a piece is filled and goes to be cut; its rows, unless there is no such piece.
  mutating func handOver(_ slot: Int) -> Int? {
    guard let count = taken.removeValue(forKey: slot) else { return nil }
    cutting.append((slot, count))
    return count
  }

  /// Notes that the oldest piece has been cut; false where none was being cut.
  mutating func finish() -> Bool {
    guard !cutting.isEmpty else { return false }
    let piece = cutting.removeFirst()
    doneRows += piece.count
    free.append(piece.slot)
    return true
  }

  /// Whether rows are being cut, or all have been: then there is something to hear of.
  var isCutting: Bool { !cutting.isEmpty || doneRows == area.height }

  /// How many of the rows have been cut, 0 to 1.
  var progress: Double { Double(doneRows) / Double(max(1, area.height)) }
}
