import Glibc
import Platform

/// Lines for the person or the script that started the program.
package enum StandardError {
  /// Writes one line behind the program's name.
  package static func write(_ line: String) { put("fresnel: " + line + "\n") }

  /// Writes text as it stands; where that fails there is nobody left to be told.
  package static func put(_ text: String) {
    try? FileDescriptor.writeAll(Array(text.utf8)[...], to: STDERR_FILENO)
  }
}

/// Something that ends the program, with the sentence that the user reads.
package struct UserError: Error, Hashable {
  /// The whole line, without the program's name.
  package var sentence: String
  /// The exit status: 1 for what could not be opened, 2 for wrong usage.
  package var status: Int32 = 1

  /// A sentence, with the status that goes with it.
  package init(sentence: String, status: Int32 = 1) {
    self.sentence = sentence
    self.status = status
  }
}
