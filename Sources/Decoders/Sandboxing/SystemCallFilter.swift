import CLinux
import Glibc

/// The allow-list of system calls: `SystemCallRules`, compiled in advance.
///
/// Compiling with libseccomp at each start would take as long as the other steps. A test
/// compares the tables with libseccomp's output.
package enum SystemCallFilter {
  /// A placeholder in the tables for the process's own id, in the rule for `tgkill`.
  ///
  /// No process has it: the kernel's ids end at 2²².
  package static let anyProcess: UInt32 = 0x7FFF_FFFE

  /// The calls that are allowed besides those that every sandboxed process needs.
  package enum Variant: CaseIterable, Sendable {
    case plain
    /// Writing to the scratch file.
    case writingScratch
    /// Opening files for reading, which Landlock limits to fonts.
    case readingFonts
    /// Talking to servers and keeping files, for the fetcher.
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

  /// Installs the filter for all threads, permanently; returns false if that fails.
  package static func load(_ variant: Variant) -> Bool {
    let program = program(process: UInt32(getpid()), variant)
    return fresnel_seccomp_load(program, UInt16(program.count)) == 0
  }
}
