/// The best times on the classic boards.
public struct BestTimes: Hashable, Sendable {
  /// A category of times: a classic board, with or without guesses.
  public struct Category: Hashable, Sendable {
    /// The board's name.
    public let board: String
    /// True if boards are solvable by logic alone.
    public let isWithoutGuessing: Bool

    /// Makes the category of a board; `nil` if it is not a classic one.
    public init?(_ shape: BoardShape, isWithoutGuessing: Bool) {
      guard let name = shape.classicName else { return nil }
      self.init(board: name, isWithoutGuessing: isWithoutGuessing)
    }

    fileprivate init(board: String, isWithoutGuessing: Bool) {
      self.board = board
      self.isWithoutGuessing = isWithoutGuessing
    }

    /// The name in the file and for users.
    public var name: String { board + (isWithoutGuessing ? "-no-guessing" : "") }

    /// All categories.
    public static let all = BoardShape.classics.flatMap { classic in
      [false, true].map { Category(board: classic.name, isWithoutGuessing: $0) }
    }
  }

  /// The number of times kept per category.
  public static let kept = 5

  private var lists: [Category: [Double]] = [:]

  /// Makes an empty list.
  public init() {}

  /// Returns the times of a category in seconds, the best first.
  public func times(of category: Category) -> [Double] { lists[category] ?? [] }

  /// Adds a time in seconds, rounded to the millisecond; returns its rank from 0, or `nil` if it is
  /// not among the best.
  @discardableResult
  public mutating func add(_ seconds: Double, to category: Category) -> Int? {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return nil }
    let time = (seconds * 1000).rounded() / 1000
    var list = times(of: category)
    // An equal time that came earlier ranks first.
    let place = list.firstIndex { $0 > time } ?? list.count
    guard place < Self.kept else { return nil }
    list.insert(time, at: place)
    lists[category] = Array(list.prefix(Self.kept))
    return place
  }

  // MARK: Text

  private static let header = "fresnel-minesweeper times 1"

  /// The file's text: a header, then a category's name and a time in seconds per line.
  public var text: String {
    var lines = [Self.header]
    for category in Category.all {
      lines += times(of: category).map { "\(category.name) \(Self.seconds($0))" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Parses a file's text; `nil` if it is not valid.
  public init?(text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: true)[...]
    guard lines.popFirst() == Substring(Self.header) else { return nil }
    for line in lines {
      let words = line.split(separator: " ")
      guard words.count == 2, let seconds = Double(words[1]), seconds.isFinite, seconds >= 0,
        seconds < 1e9, let category = Category.all.first(where: { $0.name == words[0] })
      else { return nil }
      add(seconds, to: category)
    }
  }

  /// Returns seconds with three decimals, such as `12.340`.
  public static func seconds(_ time: Double) -> String {
    let milliseconds = Int((time * 1000).rounded())
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }
}
