import Decoding

/// The file that the target of a drag names for a picture without one.
///
/// The target may be any program, so it chooses the folder only: the name is the one that the user
/// has seen, or that name with a number.
struct DragDestination: Hashable {
  /// Why nothing is written.
  enum Refusal: Error {
    /// It is no file of this computer.
    case unreachable
    /// It may not have this name, or this is no plain path.
    case forbidden
  }

  /// The absolute path.
  let path: [UInt8]

  /// The longest path, which the system limits, too.
  private static let longest = 4000
  /// The longest number, as in “ (12)”.
  private static let longestNumber = 8

  /// Checks the address from the target against the name that was offered to it.
  init(
    _ address: [UInt8], offered name: [UInt8], computer: [UInt8] = FileAddress.computerName()
  ) throws(Refusal) {
    guard FileAddress.isAddress(address) else { throw .unreachable }
    let path: [UInt8]
    do throws(FileAddress.Problem) {
      path = try FileAddress.path(of: address, computer: computer)
    } catch .elsewhere {
      throw .unreachable
    } catch {
      throw .forbidden
    }
    let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let dot = UInt8(ascii: ".")
    guard path.count <= Self.longest, path.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
      let root = parts.first, root.isEmpty, let leaf = parts.last,
      parts.dropFirst().allSatisfy({ !$0.isEmpty && $0 != [dot] && $0 != [dot, dot] }),
      Self.isOffered(leaf, name)
    else { throw .forbidden }
    self.path = path
  }

  /// True for the offered name, also with a number before its extension.
  private static func isOffered(_ leaf: ArraySlice<UInt8>, _ name: [UInt8]) -> Bool {
    guard name.first != UInt8(ascii: "."), !name.isEmpty else { return false }
    if leaf == name[...] { return true }
    let stem = name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]
    let ending = name[stem.endIndex...]
    let extra = leaf.count - name.count
    guard (1...Self.longestNumber).contains(extra), leaf.starts(with: stem),
      leaf.suffix(ending.count).elementsEqual(ending)
    else { return false }
    let number = leaf.dropFirst(stem.count).prefix(extra)
    return number.allSatisfy(Array("0123456789 ()-_".utf8).contains)
      && number.contains { (0x30...0x39).contains($0) }
  }
}

extension DragDestination {
  /// Returns the name that is offered for a picture of the album; `ending` says what it is.
  static func name(of entry: AlbumEntry, ending: String) -> [UInt8] {
    // What is shown has no control characters, and is text; of paths, only `/` has slashes in it.
    let shown = Array(
      entry.displayName.utf8.filter { $0 != 0x2F }.drop { $0 == 0x2E || $0 == 0x20 })
    return UniqueFileName(
      beside: shown.isEmpty ? nil : shown, ending: ending, home: nil
    ).leaf
  }
}
