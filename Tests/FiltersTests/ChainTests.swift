import Filters
import Geometry
import TestSupport
import Testing

/// The library of these tests: `every` has one parameter of each kind, `lut` only a file.
private let library = FilterLibrary(
  [
    parsed(everyKind, name: "every"),
    parsed("//!PARAM file\n//!TYPE file\n" + colorHook, name: "lut"),
    parsed(
      "//!PARAM amount\n//!TYPE float\n//!MINIMUM 0\n//!MAXIMUM 2\n1\n" + colorHook, name: "sharpen"
    ),
    parsed(colorHook, name: "invert"), parsed(colorHook, name: "blur"),
    parsed(colorHook, name: "brightness-contrast"),
  ].compactMap { $0 })

private let table = CubeTable(edge: 2, values: [Float](repeating: 0, count: 24))

private func readTable(_ path: [UInt8]) throws(FilterError) -> CubeTable {
  if path == Array("missing.cube".utf8) { throw FilterError(file: "missing.cube", "not there") }
  return table
}

private func chain(_ text: String) throws(FilterError) -> FilterChain {
  try library.chain(parsing: text, files: readTable)
}

private func sentence(_ text: String) -> String? {
  do throws(FilterError) {
    _ = try chain(text)
    return nil
  } catch {
    return error.description
  }
}

@Suite struct ChainTests {
  @Test func valuesAreNamedOrInOrder() throws {
    let chain = try library.chain(
      parsing: "every(1.5, 2, map=magma ,smooth_edges = off, tint=#000000),-invert,sharpen()",
      requiresFiles: false, files: readTable)
    #expect(chain.links.map(\.definition.name) == ["every", "invert", "sharpen"])
    #expect(chain.links.map(\.isOn) == [true, false, true])
    let black = PaintColor(red: 0, green: 0, blue: 0)
    #expect(
      chain.links[0].values
        == [.float(1.5), .int(2), .bool(false), .option(1), .color(black), .file(nil)])
    #expect(chain.links[2].values == [.float(1)])
  }

  @Test func spacesAreIgnored() throws {
    let plain = try chain("-sharpen(amount=0.5),lut(file=\"a b\")")
    #expect(try chain("  - sharpen ( amount = 0.5 ) , lut(\n file\t= \"a b\" ) ") == plain)
    #expect(try chain(" ") == FilterChain())
    #expect(try chain("") == FilterChain())
  }

  @Test func fileNamesMayHaveAnyBytes() throws {
    func path(_ text: String) throws -> [UInt8]? {
      guard case .file(let file?) = try chain("lut(\(text))").links[0].values[0] else { return nil }
      return file.path
    }
    #expect(try path("~/films/a-1_b.cube") == Array("~/films/a-1_b.cube".utf8))
    #expect(try path("\"a \\\"b\\\\,)é\"") == Array("a \"b\\,)é".utf8))
    #expect(try path("file=\"\\xff\\x0A\"") == [0xFF, 0x0A])
  }

  @Test(arguments: [
    ("sharpn", "there is no filter “sharpn”; did you mean sharpen?"),
    ("bulr", "there is no filter “bulr”; did you mean blur?"),
    ("bright", "there is no filter “bright”; did you mean brightness-contrast?"),
    ("xyzzy", "there is no filter “xyzzy”; “fresnel filters” lists all filters"),
    ("sharpen(amuont=1)", "sharpen has no parameter “amuont”; did you mean amount?"),
    ("sharpen(radius=1)", "sharpen has no parameter “radius”; it has amount"),
    ("invert(a=1)", "invert has no parameter “a”; it has none"),
    ("sharpen(3)", "sharpen: “amount” must be from 0 to 2, not “3”"),
    ("sharpen(amount=much)", "sharpen: “amount” must be a number, not “much”"),
    ("sharpen(nan)", "sharpen: “amount” must be a number, not “nan”"),
    ("every(count=9)", "every: “count” must be a whole number from 1 to 8, not “9”"),
    ("every(count=1.5)", "every: “count” must be a whole number, not “1.5”"),
    ("every(smooth_edges=1)", "every: “smooth_edges” must be on or off, not “1”"),
    ("every(map=red)", "every: “map” must be viridis, magma or grey-scale, not “red”"),
    ("every(tint=red)", "every: “tint” must be a colour, #rrggbb or #rrggbbaa, not “red”"),
    ("every(amount=1,2)", "every: “2” has no name, but follows a value that has one"),
    ("every(1,amount=2)", "every: “amount” is given twice"),
    ("sharpen(1,2)", "sharpen takes one value, but 2 are given"),
    ("invert(1)", "invert takes no values, but 1 is given"),
    ("every(1,2,on,magma,#000000,a,7)", "every takes at most 6 values, but 7 are given"),
    ("lut", "lut needs a file: lut(file=\"…\")"),
    ("lut(file=\"\")", "lut: “file” needs a file's name"),
    ("lut(missing.cube)", "missing.cube: not there"),
    ("lut(\"\\x00\")", "lut: a file's name can't contain a zero byte"),
  ]) func invalidValuesGiveASentence(text: String, expected: String) {
    #expect(sentence(text) == expected)
  }

  @Test(arguments: [
    ("sharpen(", "the parenthesis at character 8 is not closed"),
    ("sharpen(1", "the parenthesis at character 8 is not closed"),
    ("sharpen(1,", "the parenthesis at character 8 is not closed"),
    ("lut(\"a", "the quotation mark at character 5 is not closed"),
    ("sharpen(1))", "expected a comma or the end at character 11, not “)”"),
    ("sharpen 1", "expected a comma or the end at character 9, not “1”"),
    ("sharpen(1 2)", "expected a comma or “)” at character 11, not “2”"),
    ("sharpen(,)", "expected a value at character 9, not “,”"),
    ("sharpen(amount=)", "expected the value of “amount” at character 16, not “)”"),
    ("sharpen,", "expected a filter's name at the end of the chain"),
    (",sharpen", "expected a filter's name at character 1, not “,”"),
    (
      "lut(\"\\n\")",
      "the backslash at character 6 must be followed by \\, \" or x with two digits"
    ),
    (
      "lut(\"\\xg1\")",
      "the backslash at character 6 must be followed by \\, \" or x with two digits"
    ),
  ]) func invalidSyntaxGivesASentence(text: String, expected: String) {
    #expect(sentence(text) == expected)
  }

  @Test func aChainHasLimits() throws {
    let most = [String](repeating: "invert", count: 32).joined(separator: ",")
    #expect(try chain(most).links.count == 32)
    #expect(sentence(most + ",invert") == "a chain can have at most 32 filters")
  }

  @Test func aFileCanBeChosenLater() throws {
    let chain = try library.chain(parsing: "lut", requiresFiles: false, files: readTable)
    #expect(chain.links[0].values == [.file(nil)])
    #expect(chain.isIdentity)
    #expect(chain.text == "lut")
  }

  @Test func textOmitsDefaults() throws {
    let long =
      "every(amount=0.50, count=4, map=\"magma\", smooth_edges=on,table=t), - sharpen(1.0), lut(\"a b\")"
    #expect(try chain(long).text == "every(map=magma,table=t),-sharpen,lut(file=\"a b\")")
    #expect(
      try chain("every(amount=3e-10,tint=#FF0000ff,table=t)").text
        == "every(amount=3e-10,tint=#ff0000,table=t)")
    #expect(try chain("sharpen(2.)").text == "sharpen(amount=2)")
    #expect(try chain("lut(\"/a/b.cube\")").text == "lut(file=/a/b.cube)")
    #expect(
      try chain("lut(\"\\xff\\n\")".replacing("\\n", with: "\\x0a")).text
        == "lut(file=\"\\xff\\x0a\")")
  }

  @Test func textRoundTrips() throws {
    let seed = freshSeed()
    var random = SeededNumbers(seed: seed)
    for _ in 0..<300 {
      let chain = FilterChain(
        (0..<Int.random(in: 0...6, using: &random)).map { _ in randomLink(&random) })
      let text = chain.text
      let again = try library.chain(parsing: text, requiresFiles: false, files: readTable)
      #expect(again == chain, "seed \(seed): \(text)")
    }
  }

  private func randomLink(_ random: inout SeededNumbers) -> FilterLink {
    let definition = library.filters[Int.random(in: 0..<library.filters.count, using: &random)]
    var link = FilterLink(definition, isOn: .random(using: &random))
    for (index, parameter) in definition.parameters.enumerated() where Bool.random(using: &random) {
      func channel() -> Double { Double.random(in: -0.1...1.1, using: &random) }
      let value: FilterValue =
        switch parameter.kind {
        case .float(let low, let high):
          .float(
            Bool.random(using: &random)
              ? Double.random(in: low...high, using: &random)
              : Double.random(in: -1e-9...1e-9, using: &random))
        case .int(let low, let high): .int(Int.random(in: low...high, using: &random))
        case .bool: .bool(.random(using: &random))
        case .options(let names): .option(Int.random(in: 0..<names.count, using: &random))
        case .color:
          .color(
            PaintColor(red: channel(), green: channel(), blue: channel(), alpha: channel()))
        case .file, .profile:
          .file(FilterFile(path: randomPath(&random), table: table))
        }
      link.set(index, value)
    }
    return link
  }

  private func randomPath(_ random: inout SeededNumbers) -> [UInt8] {
    let pieces: [[UInt8]] = [
      Array("é".utf8), [0xFF], [0x0A], Array("\"\\".utf8), Array(" a,b)".utf8), Array("~/-.#".utf8),
      Array("\\x41".utf8), [0xC3],
    ]
    return (0..<Int.random(in: 1...4, using: &random)).flatMap { _ in
      pieces[Int.random(in: 0..<pieces.count, using: &random)]
    }
  }

  @Test func anyTextIsReadOrRefused() {
    let seed = freshSeed()
    var random = SeededNumbers(seed: seed)
    let good = Array(
      "every(1.5,2,map=magma,table=t),-lut(file=\"a \\\"b\\x41\"),sharpen".unicodeScalars)
    var refused = 0
    for _ in 0..<500 {
      var text = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        let other = Unicode.Scalar(UInt8.random(in: 0...255, using: &random))
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text[place] = other
        case 1: text.insert(other, at: place)
        default: text.remove(at: place)
        }
      }
      var view = String.UnicodeScalarView()
      view.append(contentsOf: text)
      if let sentence = sentence(String(view)) {
        refused += 1
        #expect(!sentence.isEmpty, "seed \(seed)")
      }
    }
    #expect(refused > 100, "seed \(seed)")
  }
}

@Suite struct SettingTests {
  @Test func valuesAreKeptWithinLimits() throws {
    var link = FilterLink(try #require(library.filter(named: "every")))
    let path: [UInt8] = [1]
    link.set(0, .float(99))
    link.set(1, .int(-3))
    link.set(2, .bool(false))
    link.set(3, .option(7))
    link.set(4, .color(PaintColor(red: 2, green: -1, blue: 0.5)))
    link.set(5, .file(FilterFile(path: path, table: table)))
    let rounded = PaintColor(red: 1, green: 0, blue: 128.0 / 255)
    #expect(
      link.values == [
        .float(10), .int(1), .bool(false), .option(2), .color(rounded),
        .file(FilterFile(path: path, table: table)),
      ])
    let before = link
    link.set(0, .float(.nan))
    link.set(0, .int(3))
    link.set(9, .int(3))
    link.set(-1, .int(3))
    #expect(link == before)
    link.set(5, .file(nil))
    #expect(link.values[5] == .file(nil))
  }

  @Test func typedTextIsReadOrRefused() throws {
    let parameter = try #require(library.filter(named: "every")).parameters
    #expect(try parameter[0].value(parsing: "-.5") == .float(-0.5))
    #expect(try parameter[3].value(parsing: "magma") == .option(1))
    #expect(parameter[3].text(of: .option(2)) == "grey-scale")
    #expect(parameter[0].text(of: .float(1e-7)) == "1e-07")
    #expect(parameter[0].text(of: .float(2)) == "2")
    #expect(parameter[5].text(of: .file(nil)) == "")
    #expect(throws: FilterError.self) { try parameter[0].value(parsing: " 1") }
    #expect(throws: FilterError.self) { try parameter[5].value(parsing: "a.cube") }
    #expect(
      parameter.map(\.range) == [
        "from -2.5 to 10", "a whole number from 1 to 8", "on or off",
        "viridis, magma or grey-scale", "a colour, #rrggbb or #rrggbbaa", "a .cube file",
      ])
  }

  @Test func valuesSurviveANewVersionOfTheirFilter() throws {
    let chain = try chain("every(amount=9,count=7,map=grey-scale,table=t),-sharpen(2),invert")
    let other = FilterLibrary(
      [
        parsed(
          """
          //!PARAM map
          //!TYPE enum
          grey-scale
          magma
          //!PARAM count
          //!TYPE bool
          on
          //!PARAM amount
          //!TYPE float
          //!MINIMUM 0
          //!MAXIMUM 5
          1
          \(colorHook)
          """, name: "every"),
        parsed(colorHook, name: "sharpen"),
      ].compactMap { $0 })
    let updated = chain.updated(from: other)
    #expect(updated.links[0].values == [.option(0), .bool(true), .float(5)])
    #expect(
      updated.links[1] == FilterLink(try #require(other.filter(named: "sharpen")), isOn: false))
    #expect(updated.links[2] == chain.links[2])
    #expect(chain.updated(from: library) == chain)
  }
}
