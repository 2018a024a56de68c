/// Names of boards, and their notation in numbers.
extension BoardShape {
  /// The classic boards with their names; best times are recorded for these.
  public static let classics: [(name: String, shape: BoardShape)] = [
    ("beginner", .beginner), ("intermediate", .intermediate), ("expert", .expert),
  ]

  /// The name of a classic board; `nil` for others.
  public var classicName: String? { Self.classics.first { $0.shape == self }?.name }

  /// The board's name, or its notation, such as `20x12/40`.
  public var name: String {
    if self == .world { return "world" }
    return classicName ?? "\(columns)x\(rows)/\(mines)"
  }

  /// Makes the board with a name, or with a notation such as `20x12/40`.
  public init(named name: String) throws(BoardProblem) {
    if let classic = Self.classics.first(where: { $0.name == name }) {
      self = classic.shape
      return
    }
    if name == "world" {
      self = .world
      return
    }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let sides = (parts.first ?? "").split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, sides.count == 2, let columns = Int(sides[0]),
      let rows = Int(sides[1]), let mines = Int(parts[1])
    else { throw .badName(name) }
    try self.init(columns: columns, rows: rows, mines: mines)
  }
}
