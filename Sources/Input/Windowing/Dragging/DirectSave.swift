/// A picture that is written to a file which the target of a drag names (XdndDirectSave), because
/// there is no file of it yet.
package struct DirectSave: Sendable {
  /// The answer to the target.
  package enum Answer: UInt8, Hashable, Sendable {
    /// The file is written; the protocol's “S”.
    case saved = 0x53
    /// The place can't be reached from here: the target may read the picture and write the file
    /// itself; the protocol's “F”.
    case unreachable = 0x46
    /// The file could not be written, or may not be; the protocol's “E”.
    case refused = 0x45
  }

  /// Writes the file at an address from another program, and returns at once; any thread gets the
  /// answer.
  package typealias Write =
    @Sendable (_ address: [UInt8], _ answer: @escaping @Sendable (Answer) -> Void) -> Void

  /// The name of the form, and of the property with the file's name and then its address.
  static let target = AtomName.directSave.rawValue
  /// The longest address that is read, in bytes.
  static let longestAddress = 8192

  /// The name that is offered to the target, without a folder.
  package let name: [UInt8]
  /// Writes the file.
  package let write: Write

  /// Creates a file with a name and the function that writes it, which the clipboard's thread
  /// calls.
  package init(name: [UInt8], write: @escaping Write) {
    self.name = name
    self.write = write
  }
}
