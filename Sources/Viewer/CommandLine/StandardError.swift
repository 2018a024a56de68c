import Glibc

/// Lines for the person or the script that started the program.
package enum StandardError {
  /// Writes one line behind the program's name.
  package static func write(_ line: String) { put("fresnel: " + line + "\n", to: 2) }

  /// Writes text to a descriptor, all of it, whatever interrupts.
  package static func put(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 {
        bytes = bytes.dropFirst(written)
      } else if errno != EINTR {
        return
      }
    }
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
