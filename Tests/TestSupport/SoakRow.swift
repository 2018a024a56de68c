import Glibc

/// One row of the table of `Scripts/soak`: something that is done until it has been done often
/// enough, or until its share of the time is over.
///
/// Without `FRESNEL_SOAK_SECONDS` it is a short sample, as the tests run it. `FRESNEL_SOAK_SEED`
/// brings a run's random numbers back, and `FRESNEL_SOAK_TABLE` names the file that rows go to.
public final class SoakRow {
  private let name: String
  private let target: Int
  private let end: Double
  /// How often it has been done.
  public private(set) var reached = 0
  private var remarks: [String] = []

  /// How many rows share the time.
  public static let rowCount = 11.0

  /// The seconds of the whole, all rows together; `nil` for a sample.
  public static let seconds: Double? = setting("SECONDS").flatMap { Double($0) }

  /// What random numbers begin with; printed with the table.
  public static let seed: UInt64 =
    setting("SEED").flatMap { UInt64($0) } ?? .random(in: 1...999_999)

  private static func setting(_ name: String) -> String? {
    getenv("FRESNEL_SOAK_" + name).map { String(cString: $0) }
  }

  /// The share of the time that one of several parts of a row has, in seconds.
  public static func share(_ parts: Double = 1) -> Double {
    (seconds ?? 0) / rowCount / parts
  }

  /// A row of a name: done `target` times in a full run, and `sample` times in the tests.
  public init(_ name: String, target: Int, sample: Int, parts: Double = 1) {
    self.name = name
    self.target = Self.seconds == nil ? sample : target
    end = Self.seconds == nil ? .infinity : Self.now() + Self.share(parts)
  }

  /// Whether to do it once more.
  public var goesOn: Bool { reached < target && Self.now() < end }

  /// Seconds that are left of its share; a sample has all the time that it needs.
  public var secondsLeft: Double { end - Self.now() }

  /// Notes that it was done.
  public func done(_ count: Int = 1) { reached += count }

  /// Notes something that the table says of it.
  public func remark(_ text: String) { remarks.append(text) }

  /// Writes the row: what was to be reached, what was, and what the test found.
  public func report(_ problems: [String] = []) {
    let share = reached >= target ? "held" : reached > 0 ? "held so far" : "not tried"
    let verdict = problems.isEmpty ? share : "FAILED: " + problems[0]
    let line = ([name, "\(target)", "\(reached)", verdict] + [remarks.joined(separator: "; ")])
      .joined(separator: " | ")
    Self.write(line)
  }

  /// Writes a row for what can't be done here.
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
