import CLinux
import Glibc
import Platform

/// The setup that every program does before it reads its command line.
package enum ProgramStart {
  /// Sets up the process: its name in listings, its heap, and the signals it ignores.
  package static func prepare() {
    // Listings show the name of the product, whichever of its programs this is.
    fresnel_name_thread("fresnel")
    StandardDescriptors.reserve()
    Heap.useOne()
    signal(SIGPIPE, SIG_IGN)
    // A launcher's ignored SIGCHLD may be inherited; the exit status of our children would then be
    // lost.
    signal(SIGCHLD, SIG_DFL)
    // Writing beyond a file size limit then fails, instead of ending the viewer.
    signal(SIGXFSZ, SIG_IGN)
  }
}

extension UserError {
  /// Writes the sentence and ends the program with its status.
  package func endProgram() -> Never {
    StandardError.write(sentence)
    exit(status)
  }
}
