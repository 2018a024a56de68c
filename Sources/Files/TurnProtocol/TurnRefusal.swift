/// Why the turner has not turned a file.
package enum TurnRefusal: Error, Hashable, Sendable {
  /// It could not enter its sandbox.
  case notSandboxed
  /// The other side has broken the protocol.
  case protocolBroken
  /// The output could not be written; the number is the system's error code (`errno`).
  case unwritable(Int)
  /// The file is damaged.
  case damaged
  /// The format has no orientation that can be changed here.
  case format
  /// A TIFF file with several pages or sizes, or a RAW file.
  case severalPictures
  /// The file has no orientation, and no simple place for one.
  case noPlace
  /// There is not enough memory for the coefficients.
  case noMemory
  /// At an edge, this many columns and rows of pixels are no whole blocks.
  case edges(columns: Int, rows: Int)
  /// A JPEG file in which something follows the picture: a gain map, a video, more pictures.
  case moreData
  /// JPEG of a kind that the library can't transform.
  case coding

  /// True if the file can still be turned by its orientation tag.
  package var allowsTag: Bool {
    switch self {
    case .noMemory, .edges, .moreData, .coding: true
    default: false
    }
  }

  var fields: [Int] {
    switch self {
    case .notSandboxed: [1]
    case .protocolBroken: [2]
    case .unwritable(let code): [3, code]
    case .damaged: [4]
    case .format: [5]
    case .severalPictures: [6]
    case .noPlace: [7]
    case .noMemory: [8]
    case .edges(let columns, let rows): [9, columns, rows]
    case .moreData: [10]
    case .coding: [11]
    }
  }

  init?(fields: [Int]) {
    switch fields[0] {
    case 1: self = .notSandboxed
    case 2: self = .protocolBroken
    case 3 where fields[1] < 4096: self = .unwritable(fields[1])
    case 4: self = .damaged
    case 5: self = .format
    case 6: self = .severalPictures
    case 7: self = .noPlace
    case 8: self = .noMemory
    // A block has at most 32 pixels.
    case 9 where fields[1] < 64 && fields[2] < 64:
      self = .edges(columns: fields[1], rows: fields[2])
    case 10: self = .moreData
    case 11: self = .coding
    default: return nil
    }
  }
}
