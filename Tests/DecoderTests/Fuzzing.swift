import Glibc
import TestSupport

/// The amount of fuzzing: set by `Scripts/fuzz`, or by default a small part, the same every time.
enum Fuzzing {
  private static func setting(_ name: String) -> Int? {
    getenv("FRESNEL_FUZZ_" + name).flatMap { Int(String(cString: $0)) }
  }

  /// The number of mutated files of each kind; by default `small`.
  static func mutations(_ small: Int) -> Int { setting("MUTATIONS") ?? small }
  /// The number of lengths at which files are truncated.
  static let cuts = setting("CUTS") ?? 10
  static let seed = SoakRow.seconds == nil ? UInt64(setting("SEED") ?? 12) : SoakRow.seed
  /// True if a decoder that a library's fault kills is only counted, and isn't a failure of the
  /// run.
  static let toleratesDeath =
    getenv("FRESNEL_FUZZ_MUTATIONS") != nil || SoakRow.seconds != nil

  /// True in the build of `Scripts/sanitize`, in which decoders have no sandbox.
  static let isSanitizing: Bool = {
    #if FRESNEL_SANITIZES
      true
    #else
      false
    #endif
  }()

  /// The exit status of a decoder that has written a report.
  static let reportStatus: Int32 = 66

  /// A command that runs a decoder so that it writes reports where `Scripts/sanitize` looks.
  ///
  /// Libraries are not built with the sanitizer, so it can't know how their containers grow. There
  /// are no kernel limits, so the sanitizer itself limits allocations.
  static let throughSanitizer: [String] = {
    guard isSanitizing, let place = getenv("FRESNEL_SANITIZE_REPORTS") else { return [] }
    let common = "exitcode=\(reportStatus):log_path=\(String(cString: place))/report"
    return [
      "/usr/bin/env", "PATH=" + (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"),
      "ASAN_OPTIONS=\(common):detect_leaks=0:detect_container_overflow=0"
        + ":alloc_dealloc_mismatch=0:detect_odr_violation=0:quarantine_size_mb=64"
        + ":allocator_may_return_null=1:max_allocation_size_mb=2048",
      "UBSAN_OPTIONS=\(common):print_stacktrace=1",
    ]
  }()

  /// All formats, or those named (`svg pdf`).
  static let formats: [DecoderClient.Format] = {
    let named = getenv("FRESNEL_FUZZ_FORMATS").map { String(cString: $0) } ?? ""
    let words = named.split(separator: " ").map(String.init)
    return DecoderClient.Format.allCases.filter { words.isEmpty || words.contains("\($0)") }
  }()

  /// A file with a few bytes changed, removed, duplicated or copied from another.
  static func changed(
    _ bytes: [UInt8], _ others: [[UInt8]], _ random: inout SeededNumbers
  ) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard bytes.count > 16 else { break }
      // Bytes in headers matter most.
      let isEarly = Bool.random(using: &random)
      let place = Int.random(
        in: 0..<(isEarly ? min(bytes.count, 128) : bytes.count), using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...16, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[place] = .random(in: 0...255, using: &random)
      case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      case 3: bytes.removeSubrange(place..<end)
      case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
      default:
        let other = others.randomElement(using: &random) ?? bytes
        for index in place..<end where index < other.count { bytes[index] = other[index] }
      }
    }
    return bytes
  }
}
