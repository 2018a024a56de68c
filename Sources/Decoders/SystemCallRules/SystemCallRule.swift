import CSeccomp

/// A rule for one system call: allow it or fail it, possibly only for some arguments.
package struct SystemCallRule {
  /// The call's name in the kernel.
  let call: StaticString
  /// The kernel's number of the action.
  let action: UInt32
  /// Conditions on the arguments; all must hold for the rule to apply.
  let conditions: [scmp_arg_cmp]

  static func allow(_ call: StaticString, where conditions: scmp_arg_cmp...) -> SystemCallRule {
    SystemCallRule(call: call, action: SCMP_ACT_ALLOW, conditions: conditions)
  }

  /// Kills the process on this call.
  static func end(_ call: StaticString) -> SystemCallRule {
    SystemCallRule(call: call, action: SCMP_ACT_KILL_PROCESS, conditions: [])
  }

  /// Fails a call with an error instead of killing the process.
  static func refuse(
    _ call: StaticString, with error: Int32, where conditions: scmp_arg_cmp...
  ) -> SystemCallRule {
    // SCMP_ACT_ERRNO, a function-like macro, which Swift does not import.
    SystemCallRule(
      call: call, action: 0x0005_0000 | UInt32(error) & 0xFFFF, conditions: conditions)
  }
}

/// An argument of a system call, by its index.
struct SystemCallArgument {
  /// The index, from 0.
  let index: UInt32

  init(_ index: UInt32) { self.index = index }

  static func == (argument: SystemCallArgument, value: UInt64) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: argument.index, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
  }

  /// True if the bits in `mask` equal those of `value`, whatever the others are.
  func masked(by mask: UInt64, is value: UInt64) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: index, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
  }
}
