import TestSupport
import Testing

@testable import DecoderProtocol

/// Checks that `Documentation/DecoderProtocol.md` and the code define the same messages.
@Suite struct DocumentTests {
  /// The message types in the document's table below a heading, by message name.
  private func types(below heading: String) throws -> [String: UInt8] {
    let lines = try PackageFile.lines("Documentation/DecoderProtocol.md")
    let start = try #require(lines.firstIndex { $0 == "### \(heading)" })
    let section = lines[(start + 1)...].prefix { !$0.hasPrefix("#") }
    var types: [String: UInt8] = [:]
    for line in section where line.hasPrefix("|") {
      let cells = line.split(separator: "|").map { $0.filter { $0 != " " && $0 != "`" } }
      guard cells.count >= 2, let number = UInt8(cells[0]) else { continue }
      #expect(types.updateValue(number, forKey: cells[1]) == nil, "\(cells[1]) stands there twice")
    }
    return types
  }

  private func types<Tag: CaseIterable & RawRepresentable<UInt8>>(of: Tag.Type) -> [String: UInt8] {
    Dictionary(uniqueKeysWithValues: Tag.allCases.map { ("\($0)", $0.rawValue) })
  }

  @Test func theDocumentListsEveryMessageFromTheViewer() throws {
    #expect(try types(below: "From the viewer") == types(of: HostMessage.Tag.self))
  }

  @Test func theDocumentListsEveryMessageFromTheDecoder() throws {
    #expect(try types(below: "From the decoder") == types(of: DecoderTag.self))
  }
}
