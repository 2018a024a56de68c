import CLinux
import Glibc
import Platform

/// What the program does before all else, whoever reads its command line.
package enum ProgramStart {
  /// Settles what holds for the whole process: what listings call it, where memory comes from, and
  /// which signals it outlives.
  package static func prepare() {
    // Whichever of its programs this is, its user has started one.
    fresnel_name_thread("fresnel")
    StandardDescriptors.reserve()
    Heap.useOne()
    signal(SIGPIPE, SIG_IGN)
    // Beyond a limit on files writing fails; it does not end the viewer.
    signal(SIGXFSZ, SIG_IGN)
  }
}

extension UserError {
  /// Says the sentence and ends the program with its status.
  package func endProgram() -> Never {
    StandardError.write(sentence)
    exit(status)
  }
}
