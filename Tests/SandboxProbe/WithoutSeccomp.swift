import CLinux
import CSeccomp
import Glibc

/// Makes the kernel seem to lack seccomp, for this process and the programs that it executes.
enum WithoutSeccomp {
  static func pretend() -> Bool {
    // SCMP_ACT_ERRNO(EINVAL) and (ENOSYS): the answers of kernels without it.
    guard let context = seccomp_init(SCMP_ACT_ALLOW) else { return false }
    defer { seccomp_release(context) }
    let setFilter = scmp_arg_cmp(
      arg: 0, op: SCMP_CMP_EQ, datum_a: UInt64(PR_SET_SECCOMP), datum_b: 0)
    let prctlRule = withUnsafePointer(to: setFilter) {
      seccomp_rule_add_array(
        context, 0x0005_0000 | UInt32(EINVAL), seccomp_syscall_resolve_name("prctl"), 1, $0)
    }
    let seccompRule = seccomp_rule_add_array(
      context, 0x0005_0000 | UInt32(ENOSYS), seccomp_syscall_resolve_name("seccomp"), 0, nil)
    return prctlRule == 0 && seccompRule == 0 && seccomp_load(context) == 0
  }

  /// Forbids `unshare`, as containers do.
  static func forbidUnsharing() -> Bool {
    guard let context = seccomp_init(SCMP_ACT_ALLOW) else { return false }
    defer { seccomp_release(context) }
    let rule = seccomp_rule_add_array(
      context, 0x0005_0000 | UInt32(EPERM), seccomp_syscall_resolve_name("unshare"), 0, nil)
    return rule == 0 && seccomp_load(context) == 0
  }

  /// Executes another program, with the same descriptors.
  static func execute(_ program: String) {
    let name = strdup(program)
    let arguments: [UnsafeMutablePointer<CChar>?] = [name, nil]
    execv(program, arguments)
  }
}
