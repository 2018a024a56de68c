import Sandboxing
import SystemCallRules

/// The system-call filters as a source file of Sandboxing.
enum FilterTable {
  /// The text of `SystemCallFilter+Tables.swift`; `nil` if libseccomp fails.
  static var source: String? {
    var text = """
      // Written by `swift run fresnel-sandbox-probe filter` from SystemCallRules; not by hand.

      // The instructions of the kernel's packet filter, eight bytes each.
      extension SystemCallFilter {

      """
    for (index, processor) in SeccompProgram.Processor.allCases.enumerated() {
      guard let plain = literal("withoutScratch", processor, writesScratch: false),
        let scratch = literal("withScratch", processor, writesScratch: true),
        let fonts = literal("withFonts", processor, writesScratch: false, readsFonts: true),
        let fetching = literal("forFetching", processor, writesScratch: false, fetches: true)
      else { return nil }
      text +=
        "  #\(index == 0 ? "if" : "elseif") \(processor.condition)\n\(plain)\n\(scratch)\n\(fonts)"
        + "\n\(fetching)"
    }
    return text + """
        #else
          #error("no filter for this processor: add it to SeccompProgram.Processor")
        #endif
      }
      """
  }

  private static func literal(
    _ name: String, _ processor: SeccompProgram.Processor, writesScratch: Bool,
    readsFonts: Bool = false, fetches: Bool = false
  ) -> String? {
    let instructions = SeccompProgram.instructions(
      for: processor, process: SystemCallFilter.anyProcess, writesScratch: writesScratch,
      readsFonts: readsFonts, fetches: fetches)
    guard let instructions else { return nil }
    let lines = stride(from: 0, to: instructions.count, by: 4).map { start in
      let row = instructions[start..<min(start + 4, instructions.count)].map { word in
        let digits = String(word, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
      }
      return "      \(row.joined(separator: ", ")),"
    }
    return "    static let \(name): [UInt64] = [\n\(lines.joined(separator: "\n"))\n    ]\n"
  }
}
