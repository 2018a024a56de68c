/// The letters that choose the items of a menu, and are underlined.
enum Mnemonics {
  /// Returns the place of each title's letter, as a number of Unicode scalars before it; `nil` for
  /// a title without a free letter.
  ///
  /// Each letter is used once. Titles get their first letters, or else the first letters of later
  /// words, in the order of the menu; then any others, those with the fewest free letters first.
  /// Only the letters A to Z count, because keys of other scripts are reported as those.
  static func places(in titles: [String]) -> [Int?] {
    let letters = titles.map(letters(of:))
    let starts = titles.map(starts(of:))
    var places = [Int?](repeating: nil, count: titles.count)
    var taken: Set<UInt8> = []
    func free(_ index: Int, among candidates: [Int]) -> [Int] {
      candidates.filter { place in letters[index][place].map { !taken.contains($0) } ?? false }
    }
    func takeFirst(_ candidates: [Int], of index: Int) {
      guard places[index] == nil, let place = free(index, among: candidates).first,
        let letter = letters[index][place]
      else { return }
      places[index] = place
      taken.insert(letter)
    }
    for index in titles.indices { takeFirst(Array(starts[index].prefix(1)), of: index) }
    for index in titles.indices { takeFirst(starts[index], of: index) }
    while true {
      let others = titles.indices.filter { places[$0] == nil }
        .map { (index: $0, free: free($0, among: Array(letters[$0].indices))) }
        .filter { !$0.free.isEmpty }
      guard let next = others.min(by: { $0.free.count < $1.free.count }) else { return places }
      takeFirst(next.free, of: next.index)
    }
  }

  /// Returns the index of the title whose letter is typed; `nil` if no title has it.
  static func index(of typed: Unicode.Scalar, in titles: [String]) -> Int? {
    guard let typed = letter(typed) else { return nil }
    let places = places(in: titles)
    return titles.indices.first { index in
      places[index].flatMap { letters(of: titles[index])[$0] } == typed
    }
  }

  /// Returns each scalar as a letter; `nil` for those that aren't.
  private static func letters(of title: String) -> [UInt8?] { title.unicodeScalars.map(letter) }

  /// Returns the places at which words begin.
  private static func starts(of title: String) -> [Int] {
    let scalars = Array(title.unicodeScalars)
    return scalars.indices.filter { $0 == 0 || scalars[$0 - 1].properties.isWhitespace }
  }

  /// Returns a letter from A to Z in lower case; `nil` for anything else.
  private static func letter(_ scalar: Unicode.Scalar) -> UInt8? {
    guard scalar.isASCII else { return nil }
    let byte = UInt8(scalar.value) | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte : nil
  }
}
