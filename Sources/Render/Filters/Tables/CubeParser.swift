/// Parses `.cube` files.
struct CubeParser {
  /// The content of a file.
  struct Content {
    var edge = 0
    var domain = CubeTable.Domain()
    var values: [Float] = []
  }

  private var content = Content()
  private var line = 0

  /// Parses a file's bytes; `name` is the file's name in errors.
  static func parse(_ bytes: [UInt8], name: String) throws(FilterError) -> Content {
    var parser = CubeParser()
    do throws(FilterError) {
      try parser.parse(bytes)
    } catch {
      var problem = error
      problem.file = name
      throw problem
    }
    return parser.content
  }

  private func problem(_ sentence: String) -> FilterError { FilterError(line: line, sentence) }

  private mutating func parse(_ bytes: [UInt8]) throws(FilterError) {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      line += 1
      let end = Self.lineEnd(bytes, from: start)
      try take(bytes[start..<end])
      // A carriage return and a line feed are one line ending.
      let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
      start = end + (isPair ? 2 : 1)
    }
    guard content.edge > 0 else {
      throw FilterError("there is no LUT_3D_SIZE: this is not a colour table")
    }
    let needed = content.edge * content.edge * content.edge
    guard content.values.count == needed * 3 else {
      throw FilterError(
        "the table has \(content.values.count / 3) points, but LUT_3D_SIZE \(content.edge) needs"
          + " \(needed)")
    }
    for channel in 0..<3 where content.domain.low[channel] >= content.domain.high[channel] {
      throw FilterError("the table's domain ends before it begins")
    }
  }

  private static func lineEnd(_ bytes: [UInt8], from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return end
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) throws(FilterError) {
    var fields = FieldReader(bytes)
    guard let first = fields.peek, first != UInt8(ascii: "#") else { return }
    if first.startsName {
      try takeKeyword(&fields)
      return
    }
    guard content.edge > 0 else { throw problem("a point comes before LUT_3D_SIZE") }
    let most = content.edge * content.edge * content.edge * 3
    guard content.values.count < most else {
      throw problem("the table has more points than LUT_3D_SIZE \(content.edge) needs")
    }
    for _ in 0..<3 { content.values.append(try number(&fields)) }
    guard fields.peek == nil else { throw problem("a point has more than three numbers") }
  }

  private mutating func takeKeyword(_ fields: inout FieldReader) throws(FilterError) {
    let word = String(decoding: fields.next() ?? [], as: UTF8.self)
    switch word {
    case "TITLE": return
    case "LUT_3D_SIZE": try takeSize(&fields)
    case "LUT_1D_SIZE", "LUT_1D_INPUT_RANGE":
      throw problem("only three-dimensional tables are supported, and this one has LUT_1D_SIZE")
    case "DOMAIN_MIN": content.domain.low = try numbers(&fields, 3)
    case "DOMAIN_MAX": content.domain.high = try numbers(&fields, 3)
    case "LUT_3D_INPUT_RANGE":
      let range = try numbers(&fields, 2)
      content.domain.low = [Float](repeating: range[0], count: 3)
      content.domain.high = [Float](repeating: range[1], count: 3)
    case _ where ["nan", "inf", "infinity"].contains(word.lowercased()):
      throw problem("\(quoted(word)) is not a number")
    default: throw problem("\(quoted(word)) has no meaning in a .cube file")
    }
    guard fields.peek == nil else { throw problem("\(word) has too many values") }
  }

  private mutating func takeSize(_ fields: inout FieldReader) throws(FilterError) {
    guard content.edge == 0 else { throw problem("there is a second LUT_3D_SIZE") }
    let text = String(decoding: fields.next() ?? [], as: UTF8.self)
    guard let edge = Decimal.int(text), (2...256).contains(edge) else {
      throw problem("LUT_3D_SIZE is \(quoted(text)), not a whole number from 2 to 256")
    }
    guard edge <= CubeTable.mostPoints else {
      throw problem("a table can have at most \(CubeTable.mostPoints) points per edge, not \(edge)")
    }
    content.edge = edge
    content.values.reserveCapacity(edge * edge * edge * 3)
  }

  private func numbers(
    _ fields: inout FieldReader, _ count: Int
  ) throws(FilterError) -> [Float] {
    var numbers: [Float] = []
    for _ in 0..<count { numbers.append(try number(&fields)) }
    return numbers
  }

  private func number(_ fields: inout FieldReader) throws(FilterError) -> Float {
    guard let field = fields.next() else { throw problem("a number is missing") }
    if let number = FastDecimal.float(field) { return number }
    let text = String(decoding: field, as: UTF8.self)
    guard let number = Decimal.double(text) else {
      throw problem("\(quoted(text)) is not a number")
    }
    return Float(number)
  }
}

/// Splits a line at spaces and tabs.
private struct FieldReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
    skipSpaces()
  }

  /// The first byte of the next field.
  var peek: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  mutating func next() -> ArraySlice<UInt8>? {
    let start = position
    while let byte = peek, byte != 0x20, byte != 0x09 { position += 1 }
    guard position > start else { return nil }
    let field = bytes[start..<position]
    skipSpaces()
    return field
  }

  private mutating func skipSpaces() {
    while let byte = peek, byte == 0x20 || byte == 0x09 { position += 1 }
  }
}

/// A fast parser for the numbers of large tables: some hundred thousand, nearly all of them short.
enum FastDecimal {
  /// Parses a field exactly; `nil` if it needs the general parser.
  ///
  /// Up to 15 digits fit a `Double` exactly, and so do powers of ten up to 22: their product or
  /// quotient is rounded once (Clinger, How to Read Floating Point Numbers Accurately, 1990).
  static func float(_ bytes: ArraySlice<UInt8>) -> Float? {
    var index = bytes.startIndex
    let end = bytes.endIndex
    guard index < end else { return nil }
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative || bytes[index] == UInt8(ascii: "+") { index += 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    var places = 0
    var hasPoint = false
    while index < end {
      let byte = bytes[index]
      if byte.isDigit {
        mantissa = mantissa &* 10 &+ UInt64(byte - 0x30)
        digits += 1
        if hasPoint { places += 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        return nil
      }
      index += 1
    }
    guard digits > 0, digits <= 15 else { return nil }
    let number = Double(mantissa) / powersOfTen[places]
    return Float(isNegative ? -number : number)
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}
