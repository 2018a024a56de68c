import Filters
import Glibc
import TestSupport
import Testing

private let eight = """
  0 0 0
  1 0 0
  0 1 0
  1 1 0
  0 0 1
  1 0 1
  0 1 1
  1 1 1

  """

private func parse(_ text: String) throws(FilterError) -> CubeTable {
  try CubeTable.parse(Array(text.utf8), name: "film.cube")
}

private func sentence(_ text: String) -> String? {
  do throws(FilterError) {
    _ = try parse(text)
    return nil
  } catch {
    return error.description
  }
}

@Suite struct CubeTests {
  @Test func pointsAreReadInOrder() throws {
    let table = try parse(
      "# a film\r\nTITLE \"A # film\"\r\n\r\n  LUT_3D_SIZE\t2 \r\nDOMAIN_MIN -1 0 0.5\r\n"
        + "DOMAIN_MAX 1 2 3\r\n"
        + " 1e-1 +.25 -0.5 \r\n# between\r\n\t2 3. 1.5E+1\r\n"
        + "0 0 0\r\n0 0 0\r\n0 0 0\r\n0 0 0\r\n0 0 0\r\n123456789.0123456789 0 1")
    #expect(table.edge == 2)
    #expect(table.domain == CubeTable.Domain(low: [-1, 0, 0.5], high: [1, 2, 3]))
    #expect(table.values.prefix(6) == [0.1, 0.25, -0.5, 2, 3, 15])
    #expect(table.values.suffix(3) == [123_456_789.012_345_678_9, 0, 1])
    #expect(table.values.count == 24)
  }

  @Test func anInputRangeIsADomain() throws {
    let table = try parse("LUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE -0.5 1.5\n" + eight)
    #expect(
      table.domain == CubeTable.Domain(low: [-0.5, -0.5, -0.5], high: [1.5, 1.5, 1.5]))
  }

  @Test(arguments: [
    ("", "film.cube: there is no LUT_3D_SIZE: this is not a colour table"),
    ("0 0 0\n", "film.cube:1: a point comes before LUT_3D_SIZE"),
    ("LUT_3D_SIZE 2\nLUT_3D_SIZE 2\n", "film.cube:2: there is a second LUT_3D_SIZE"),
    ("LUT_3D_SIZE\n", "film.cube:1: LUT_3D_SIZE is “”, not a whole number from 2 to 256"),
    ("LUT_3D_SIZE 1\n", "film.cube:1: LUT_3D_SIZE is “1”, not a whole number from 2 to 256"),
    ("LUT_3D_SIZE 257", "film.cube:1: LUT_3D_SIZE is “257”, not a whole number from 2 to 256"),
    ("LUT_3D_SIZE 2 2", "film.cube:1: LUT_3D_SIZE has too many values"),
    (
      "LUT_3D_SIZE 129", "film.cube:1: a table can have at most 128 points per edge, not 129"
    ),
    (
      "TITLE \"a\"\nLUT_1D_SIZE 16\n",
      "film.cube:2: only three-dimensional tables are supported, and this one has LUT_1D_SIZE"
    ),
    ("GAMMA 2", "film.cube:1: “GAMMA” has no meaning in a .cube file"),
    (
      "LUT_3D_SIZE 2\n0 0 0\n",
      "film.cube: the table has 1 points, but LUT_3D_SIZE 2 needs 8"
    ),
    (
      "LUT_3D_SIZE 2\n" + eight + "0 0 0",
      "film.cube:10: the table has more points than LUT_3D_SIZE 2 needs"
    ),
    ("LUT_3D_SIZE 2\n0 0\n", "film.cube:2: a number is missing"),
    ("LUT_3D_SIZE 2\n0 0 0 0\n", "film.cube:2: a point has more than three numbers"),
    ("LUT_3D_SIZE 2\n0 x 0\n", "film.cube:2: “x” is not a number"),
    ("LUT_3D_SIZE 2\n0 0x1 0\n", "film.cube:2: “0x1” is not a number"),
    ("LUT_3D_SIZE 2\n0 nan 0\n", "film.cube:2: “nan” is not a number"),
    ("LUT_3D_SIZE 2\nnan 0 0\n", "film.cube:2: “nan” is not a number"),
    ("LUT_3D_SIZE 2\n-inf 0 0\n", "film.cube:2: “-inf” is not a number"),
    ("LUT_3D_SIZE 2\n1e99 0 0\n", "film.cube:2: “1e99” is not a number"),
    ("LUT_3D_SIZE 2\n1.2.3 0 0\n", "film.cube:2: “1.2.3” is not a number"),
    ("DOMAIN_MIN 0 0", "film.cube:1: a number is missing"),
    (
      "DOMAIN_MIN 1 0 0\nLUT_3D_SIZE 2\n" + eight,
      "film.cube: the table's domain ends before it begins"
    ),
  ]) func mistakesGiveASentence(text: String, expected: String) {
    #expect(sentence(text) == expected)
  }

  @Test func numbersAreParsedAsExactlyAsBySwift() throws {
    let seed = freshSeed()
    var random = SeededNumbers(seed: seed)
    for _ in 0..<100 {
      let numbers = (0..<24).map { _ -> String in
        let number = Double.random(in: -2...2, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return "\(number)"
        case 1: return "\(Float(number))"
        default: return "\((number * 1e6).rounded() / 1e6)"
        }
      }
      let table = try parse("LUT_3D_SIZE 2\n" + lines(numbers))
      #expect(table.values == numbers.map { Float(Double($0) ?? 99) }, "seed \(seed)")
    }
  }

  private func lines(_ numbers: [String]) -> String {
    stride(from: 0, to: numbers.count, by: 3)
      .map { numbers[$0..<($0 + 3)].joined(separator: " ") + "\n" }.joined()
  }

  @Test func aLargeTableIsRead() throws {
    let edge = 33
    var text: [UInt8] = Array("LUT_3D_SIZE \(edge)\n".utf8)
    for point in 0..<(edge * edge * edge) {
      let red = Double(point % edge) / Double(edge - 1)
      text += Array("\(red) 0.123456 1.000000\n".utf8)
    }
    let table = try CubeTable.parse(text, name: "")
    #expect(table.values.count == edge * edge * edge * 3)
    #expect(table.values[3 * (edge + 5)] == Float(5.0 / 32))
  }

  @Test func anyBytesAreReadOrRefused() {
    let seed = freshSeed()
    var random = SeededNumbers(seed: seed)
    let good = Array(("TITLE a\nLUT_3D_SIZE 2\nDOMAIN_MAX 1 1 1\n" + eight).utf8)
    for _ in 0..<500 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] =
          [.random(in: 0...255, using: &random), 0x39, 0x20, 0x0A][
            Int.random(in: 0..<4, using: &random)]
      }
      if let table = try? CubeTable.parse(bytes, name: "") {
        #expect(table.values.count == 24, "seed \(seed)")
        let areFinite = table.values.allSatisfy(\.isFinite)
        #expect(areFinite, "seed \(seed)")
      }
    }
  }

  @Test func regularFilesAreReadAndOthersRefused() throws {
    let folder = try TemporaryFolder()
    try folder.file("a.cube", Array(("LUT_3D_SIZE 2\n" + eight).utf8))
    #expect(try CubeTable(reading: Array(folder["a.cube"].utf8)).edge == 2)
    try folder.folder("b.cube")
    mkfifo(folder["c.cube"], 0o644)
    symlink("/dev/zero", folder["d.cube"])
    try folder.file("e.cube")
    truncate(folder["e.cube"], 65 << 20)
    for (name, sentence) in [
      ("missing.cube", "there is no such file"), ("b.cube", "this is a folder, not a file"),
      ("c.cube", "this is a pipe or a device, not a file"),
      ("d.cube", "this is a pipe or a device, not a file"),
      ("e.cube", "the file is longer than 64 MiB"),
    ] {
      let path = folder[name]
      #expect(throws: FilterError(file: path, sentence)) {
        try CubeTable(reading: Array(path.utf8))
      }
    }
  }
}
