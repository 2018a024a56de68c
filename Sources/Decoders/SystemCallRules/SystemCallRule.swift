import CSeccomp

/// What becomes of one system call: allowed, or answered with an error, perhaps for some arguments.
package struct SystemCallRule {
  /// The call's name in the kernel.
  let call: StaticString
  /// The kernel's number for what happens.
  let action: UInt32
  /// What all must hold of the arguments for the rule to count.
  let conditions: [scmp_arg_cmp]

  /// A call that the decoder needs.
  static func allow(_ call: StaticString, where conditions: scmp_arg_cmp...) -> SystemCallRule {
    SystemCallRule(call: call, action: SCMP_ACT_ALLOW, conditions: conditions)
  }

  /// A call that ends the process.
  static func end(_ call: StaticString) -> SystemCallRule {
    SystemCallRule(call: call, action: SCMP_ACT_KILL_PROCESS, conditions: [])
  }

  /// A call that fails with an error instead of ending the process.
  static func refuse(
    _ call: StaticString, with error: Int32, where conditions: scmp_arg_cmp...
  ) -> SystemCallRule {
    // SCMP_ACT_ERRNO, a macro with an argument, which Swift doesn't see.
    SystemCallRule(
      call: call, action: 0x0005_0000 | UInt32(error) & 0xFFFF, conditions: conditions)
  }
}

/// An argument of a system call, by its place.
struct SystemCallArgument {
  /// Counted from 0.
  let index: UInt32

  init(_ index: UInt32) { self.index = index }

  static func == (argument: SystemCallArgument, value: UInt64) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: argument.index, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
  }

  /// That the bits of `mask` are those of `value`, whatever the others are.
  func masked(by mask: UInt64, is value: UInt64) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: index, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
  }
}
