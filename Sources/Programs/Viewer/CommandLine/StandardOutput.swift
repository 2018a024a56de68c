import CLinux
import Glibc
import Platform

/// What the program prints for the person or the script that started it.
package enum StandardOutput {
  /// Writes text, all of it; output that is lost is an error.
  package static func write(_ text: String) throws(UserError) {
    do throws(Errno) {
      try FileDescriptor.writeAll(Array(text.utf8)[...], to: STDOUT_FILENO)
    } catch {
      let reason = error.code == EBADF ? "it is closed" : error.message
      throw UserError(sentence: "the standard output could not be written: \(reason)")
    }
  }
}

/// The three descriptors that every program expects to have.
enum StandardDescriptors {
  /// Puts something that can't be used in the place of those that are closed.
  ///
  /// The next file that is opened would get the number otherwise, and what is printed would go
  /// there. Writing to a descriptor that is open for reading alone fails, and the other way round.
  static func reserve() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      let isInput = number == STDIN_FILENO
      // The lowest free number is the one that was closed.
      _ = fresnel_open("/dev/null", isInput ? O_WRONLY : O_RDONLY, 0)
    }
  }
}
