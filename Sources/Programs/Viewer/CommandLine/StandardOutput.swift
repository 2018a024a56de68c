import CLinux
import Glibc
import Platform

/// What the program prints for the person or the script that started it.
package enum StandardOutput {
  /// Writes text, all of it; output that is lost is an error.
  package static func write(_ text: String) throws(UserError) {
    do throws(Errno) {
      try StandardDescriptors.write(text, to: STDOUT_FILENO)
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

  /// Writes text to a descriptor, whatever interrupts.
  static func write(_ text: String, to descriptor: Int32) throws(Errno) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 {
        bytes = bytes.dropFirst(written)
      } else if errno == EAGAIN {
        // Somebody else has made the terminal or the pipe that way.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
      } else if errno != EINTR {
        throw .last("write")
      }
    }
  }
}
