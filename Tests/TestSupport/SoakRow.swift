import Glibc

/// One row of the table of `Scripts/soak`: something repeated until its target is reached or its
/// share of the time is over.
///
/// Without `FRESNEL_SOAK_SECONDS` it runs a short sample, as the tests do. `FRESNEL_SOAK_SEED`
/// reproduces a run's random numbers, and `FRESNEL_SOAK_TABLE` names the file that rows are written
/// to.
public final class SoakRow {
  private let name: String
  private let target: Int
  private let end: Double
  /// The number of repetitions so far.
  public private(set) var reached = 0
  private var found = SoakProblems()
  private var remarks: [String] = []
  private var isReported = false

  /// The number of rows that share the time.
  public static let rowCount = 17.0

  /// The duration of the whole run in seconds, for all rows together; `nil` for a sample.
  public static let seconds: Double? = setting("SECONDS").flatMap { Double($0) }

  /// The seed of the random numbers; printed with the table.
  public static let seed: UInt64 =
    setting("SEED").flatMap { UInt64($0) } ?? .random(in: 1...999_999)

  private static func setting(_ name: String) -> String? {
    getenv("FRESNEL_SOAK_" + name).map { String(cString: $0) }
  }

  /// The time of one of `parts` equal parts of a row, in seconds.
  public static func share(_ parts: Double = 1) -> Double {
    (seconds ?? 0) / rowCount / parts
  }

  /// Creates a row with its number of repetitions: `target` in a full run, `sample` in the tests.
  public init(_ name: String, target: Int, sample: Int, parts: Double = 1) {
    self.name = name
    self.target = Self.seconds == nil ? sample : target
    end = Self.seconds == nil ? .infinity : Self.now() + Self.share(parts)
  }

  /// The first problems so far; a row without problems holds.
  public var problems: [String] { found.first }

  /// True while the target isn't reached and time is left.
  public var goesOn: Bool { reached < target && Self.now() < end }

  /// Seconds left of its share; unlimited for a sample.
  public var secondsLeft: Double { end - Self.now() }

  /// Counts repetitions.
  public func done(_ count: Int = 1) { reached += count }

  /// Adds a remark to the row.
  public func remark(_ text: String) { remarks.append(text) }

  /// Records a problem; prints the first ones at once, so that a long run shows them before its
  /// end.
  public func fail(_ problem: String) {
    guard found.note(problem) else { return }
    print("soak, seed \(Self.seed): \(name): \(problem)")
    if found.count == SoakProblems.mostPrinted { print("…: more problems are only counted") }
  }

  /// Records a problem unless `isRight`.
  public func check(_ isRight: Bool, _ problem: @autoclosure () -> String) {
    if !isRight { fail(problem()) }
  }

  /// Writes the row: the target, the number reached, and the first problem, if there is one.
  public func report() {
    isReported = true
    let share = reached >= target ? "held" : reached > 0 ? "held so far" : "not tried"
    let more = found.count > 1 ? " (\(found.count - 1) more)" : ""
    let verdict = found.first.first.map { "FAILED: \($0)\(more)" } ?? share
    let cells = [name, "\(target)", "\(reached)", verdict, remarks.joined(separator: "; ")]
    // A problem may quote anything.
    let line = cells.map { $0.split { $0.isNewline || $0 == "|" }.joined(separator: " ") }
    Self.write(line.joined(separator: " | "))
  }

  deinit {
    if isReported { return }
    // An error was thrown; without a row the table would look complete.
    fail("the test ended early")
    report()
  }

  /// Writes a row for something that can't be tested here.
  public static func leaveOut(_ name: String, _ why: String) {
    write("\(name) | – | – | left out | \(why)")
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private static func write(_ line: String) {
    print("soak, seed \(seed): \(line)")
    guard let table = setting("TABLE") else { return }
    let text = "| \(line) |\n"
    let file = open(table, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    _ = Glibc.write(file, text, text.utf8.count)
    close(file)
  }
}
