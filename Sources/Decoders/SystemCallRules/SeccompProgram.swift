import CSeccomp
import Glibc

/// The rules as a kernel BPF program, compiled by libseccomp.
package enum SeccompProgram {
  /// A processor with a table.
  package enum Processor: CaseIterable, Sendable {
    case x86
    case arm

    /// The processor's compile-time condition in Swift.
    package var condition: String {
      switch self {
      case .x86: "arch(x86_64)"
      case .arm: "arch(arm64)"
      }
    }

    /// SCMP_ARCH_X86_64 and SCMP_ARCH_AARCH64, macros that Swift does not import: AUDIT_ARCH_….
    fileprivate var token: UInt32 {
      switch self {
      case .x86: 0xC000_003E
      case .arm: 0xC000_00B7
      }
    }
  }

  /// The list's instructions for a processor, each as the eight bytes of the kernel's
  /// `sock_filter`; `nil` if libseccomp fails.
  package static func instructions(
    for processor: Processor, process: UInt32, writesScratch: Bool, readsFonts: Bool = false,
    fetches: Bool = false
  ) -> [UInt64]? {
    guard
      let context = seccomp_init(
        fetches ? SystemCallRules.refusalOfFetching : SCMP_ACT_KILL_PROCESS)
    else { return nil }
    defer { seccomp_release(context) }
    if seccomp_arch_native() != processor.token {
      guard seccomp_arch_add(context, processor.token) == 0,
        seccomp_arch_remove(context, seccomp_arch_native()) == 0
      else { return nil }
    }
    guard seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0
    else { return nil }
    let rules =
      fetches
      ? SystemCallRules.fetching(process: process)
      : SystemCallRules.list(
        process: process, writesScratch: writesScratch, readsFonts: readsFonts)
    for rule in rules {
      let number = rule.call.withUTF8Buffer { name in
        name.withMemoryRebound(to: CChar.self) { seccomp_syscall_resolve_name($0.baseAddress) }
      }
      // __NR_SCMP_ERROR. Calls that a processor's kernel never had (open, on newer ones) have other
      // negative numbers, and add nothing to that processor's program.
      guard number != -1 else { return nil }
      let status = rule.conditions.withUnsafeBufferPointer { conditions in
        seccomp_rule_add_array(
          context, rule.action, number, UInt32(conditions.count), conditions.baseAddress)
      }
      guard status == 0 else { return nil }
    }
    return exported(context)
  }

  private static func exported(_ context: scmp_filter_ctx) -> [UInt64]? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    let status = seccomp_export_bpf(context, ends[1])
    close(ends[1])
    // A program is far shorter than a pipe's buffer.
    var words = [UInt64](repeating: 0, count: 4096)
    let count = read(ends[0], &words, words.count * 8)
    guard status == 0, count > 0, count % 8 == 0 else { return nil }
    return Array(words[..<(count / 8)])
  }
}
