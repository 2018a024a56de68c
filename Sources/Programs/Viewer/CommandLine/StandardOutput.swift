import CLinux
import Glibc
import Platform

/// The program's output for the user or script that started it.
package enum StandardOutput {
  /// Writes all of a text; lost output is an error.
  package static func write(_ text: String) throws(UserError) { try write(Array(text.utf8)) }

  /// Writes all bytes; lost output is an error.
  package static func write(_ bytes: [UInt8]) throws(UserError) {
    do throws(Errno) {
      try FileDescriptor.writeAll(bytes[...], to: STDOUT_FILENO)
    } catch {
      let reason = error.code == EBADF ? "it is closed" : error.message
      throw UserError(sentence: "standard output could not be written: \(reason)")
    }
  }
}

/// The three standard descriptors.
enum StandardDescriptors {
  /// Replaces closed standard descriptors with unusable ones.
  ///
  /// Otherwise the next file opened would get the number, and printed text would go into it.
  /// `/dev/null` is opened in the wrong direction, so that using it fails.
  static func reserve() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      let isInput = number == STDIN_FILENO
      // The lowest free number is the one that was closed.
      _ = fresnel_open("/dev/null", isInput ? O_WRONLY : O_RDONLY, 0)
    }
  }
}
