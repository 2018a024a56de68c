/// The state of new versions of the shown file.
///
/// Times are seconds of the view's clock.
struct PictureReload: Sendable {
  /// How long the viewer waits before it reports a new version that can't be shown: a program may
  /// still be writing it.
  static let patience = 1.0
  /// How long a new version waits for the last tiles of the view.
  static let tilePatience = 2.0

  /// Why a new version can't be shown.
  struct Problem: Hashable, Sendable {
    let entry: AlbumEntry
    let sentence: String
  }

  private var problem: (problem: Problem, due: Double)?
  /// When the new version is shown without its last tiles.
  private var due: Double?
  /// True if the user asked for the new version.
  private(set) var isByHand = false
  /// The entry whose file may have changed again while it was being reloaded.
  private var owed: AlbumEntry?

  /// When to report a problem; `nil` without one.
  var problemDue: Double? { problem?.due }
  /// When something is to be done about a new version that can be drawn, or about a problem.
  var deadline: Double? { [problem?.due, due].compactMap { $0 }.min() }

  /// A new version is opened.
  mutating func begin(isByHand: Bool = false) {
    (problem, due) = (nil, nil)
    self.isByHand = isByHand
  }

  /// Notes that a new version can't be shown.
  mutating func fail(_ entry: AlbumEntry, _ sentence: String, at now: Double) {
    problem = (Problem(entry: entry, sentence: sentence), isByHand ? now : now + Self.patience)
    due = nil
  }

  /// Returns a problem that is due to be reported.
  mutating func takeProblem(at now: Double) -> Problem? {
    guard let problem, now >= problem.due else { return nil }
    self.problem = nil
    return problem.problem
  }

  /// True if a new version that can be drawn is shown: the view has all its tiles, or they take too
  /// long.
  mutating func mayShow(isComplete: Bool, at now: Double) -> Bool {
    let due = due ?? now + Self.tilePatience
    self.due = due
    return isComplete || now >= due
  }

  /// Notes that the file has changed again.
  mutating func owe(_ entry: AlbumEntry) { owed = entry }

  /// Ends a reload, or the way to another picture; returns true if the file of the picture that is
  /// shown then is to be looked at again.
  mutating func end(at entry: AlbumEntry?) -> Bool {
    due = nil
    defer { owed = nil }
    return owed != nil && owed == entry
  }

  /// Another picture is shown.
  mutating func showOther() { problem = nil }
}
