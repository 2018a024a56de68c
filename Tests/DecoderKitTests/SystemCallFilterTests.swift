import Glibc
import Sandboxing
import SystemCallRules
import TestSupport
import Testing

/// The table of filters, compared with libseccomp's compilation of the rules.
@Suite struct SystemCallFilterTests {
  private static let processor: SeccompProgram.Processor = {
    #if arch(arm64)
      .arm
    #else
      .x86
    #endif
  }()

  @Test(arguments: [1, UInt32(getpid()), 4_194_304], SystemCallFilter.Variant.allCases)
  func theFilterMatchesTheRules(process: UInt32, variant: SystemCallFilter.Variant) throws {
    let wanted = try #require(
      SeccompProgram.instructions(
        for: Self.processor, process: process, writesScratch: variant == .writingScratch,
        readsFonts: variant == .readingFonts, fetches: variant == .fetching))
    #expect(
      SystemCallFilter.program(process: process, variant) == wanted,
      "write the table again: swift run fresnel-sandbox-probe filter")
  }

  /// The source contains the tables as generated, for other processors too.
  @Test func theSourceContainsTheGeneratedTables() throws {
    let probe = PipedProcess.built("fresnel-sandbox-probe")
    let (source, end) = try PipedProcess(probe, ["filter"]).finish()
    #expect(end == .status(0))
    #expect(
      try PackageFile.text("Sources/Decoders/Sandboxing/SystemCallFilter+Tables.swift") == source)
  }

  @Test func theProcessAppearsInOneInstruction() {
    for variant in SystemCallFilter.Variant.allCases {
      let one = SystemCallFilter.program(process: 1, variant)
      let two = SystemCallFilter.program(process: 2, variant)
      #expect(zip(one, two).filter { $0 != $1 }.count == 1 && one.count == two.count)
    }
  }
}
