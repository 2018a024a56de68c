import CLinux
import Glibc

/// The allow-list of system calls in force: `SystemCallRules`, compiled ahead.
///
/// libseccomp would compile it at each start, which takes as long as all the rest of the lock-down.
/// A test holds the tables to what libseccomp makes of the rules.
package enum SystemCallFilter {
  /// The number that stands in the tables for the process's own, in the rule for `tgkill`.
  ///
  /// No process has it: the kernel's numbers end at 2²².
  package static let anyProcess: UInt32 = 0x7FFF_FFFE

  /// What is allowed besides what every locked-down process needs.
  package enum Variant: CaseIterable, Sendable {
    case plain
    /// Writing at places of the scratch file.
    case writingScratch
    /// Opening files for reading, which Landlock leaves for fonts alone.
    case readingFonts
    /// Speaking with servers, and keeping files: the process that fetches over the network.
    case fetching
  }

  /// The instructions for a process, each as the eight bytes of the kernel's `sock_filter`: code,
  /// jumps, and the constant in the upper half.
  package static func program(process: UInt32, _ variant: Variant) -> [UInt64] {
    let table =
      switch variant {
      case .plain: withoutScratch
      case .writingScratch: withScratch
      case .readingFonts: withFonts
      case .fetching: forFetching
      }
    return table.map { instruction in
      UInt32(instruction >> 32) == anyProcess
        ? instruction & 0xFFFF_FFFF | UInt64(process) << 32 : instruction
    }
  }

  /// Puts the filter before every thread of the process, for good; false where that can't be had.
  package static func load(_ variant: Variant) -> Bool {
    let program = program(process: UInt32(getpid()), variant)
    return fresnel_seccomp_load(program, UInt16(program.count)) == 0
  }
}
