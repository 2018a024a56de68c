import CX11
import Glibc

/// The atoms of all names, interned in one round trip.
struct Atoms {
  private let numbers: [AtomName: Atom]

  init(_ display: OpaquePointer) {
    let names = AtomName.allCases
    var strings = names.map { strdup($0.rawValue) }
    defer { for string in strings { free(string) } }
    var atoms = [Atom](repeating: 0, count: names.count)
    XInternAtoms(display, &strings, Int32(names.count), 0, &atoms)
    numbers = Dictionary(uniqueKeysWithValues: zip(names, atoms))
  }

  subscript(_ name: AtomName) -> Atom { numbers[name] ?? 0 }
}
