import Glibc
import Platform

/// Lines for the user or script that started the program.
package enum StandardError {
  /// Writes one line, prefixed with the program's name.
  package static func write(_ line: String) { put("fresnel: " + line + "\n") }

  /// Writes text unchanged; write errors are ignored, as there is no other place to report them.
  package static func put(_ text: String) {
    try? FileDescriptor.writeAll(Array(text.utf8)[...], to: STDERR_FILENO)
  }
}

/// An error that ends the program, with the sentence for the user.
package struct UserError: Error, Hashable {
  /// The whole line, without the program's name.
  package var sentence: String
  /// The exit status: 1 if something could not be opened, 2 for wrong usage.
  package var status: Int32 = 1

  /// Creates an error with its sentence and exit status.
  package init(sentence: String, status: Int32 = 1) {
    self.sentence = sentence
    self.status = status
  }
}
