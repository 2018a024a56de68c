import TestSupport
import Testing

@testable import Viewer

/// The page for people who write scripts.
@Suite struct RemoteDocumentTests {
  private func rows(of section: String) throws -> [String] {
    let lines = try PackageFile.lines("Documentation/Scripts.md").map(String.init)
    let start = try #require(lines.firstIndex(of: "## " + section))
    return lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("| `") }
  }

  @Test func everyPropertyIsListed() throws {
    #expect(
      try rows(of: "Properties")
        == RemoteProperty.allCases.map { "| `\($0.rawValue)` | \($0.summary) |" })
  }

  @Test func everyEventIsListed() throws {
    let command = try #require(Command(.next))
    let events: [RemoteEvent] = [
      .pictureShown(file: .null), .settled, .zoom(1),
      .marks(count: 1, isShownMarked: true), .failed(name: "", sentence: ""),
      .command(command), .quit,
    ]
    let rows = try rows(of: "Events")
    for event in events {
      guard case .string(let name)? = event.json["event"] else {
        Issue.record("\(event)")
        continue
      }
      #expect(rows.count { $0.hasPrefix("| `\(name)` |") } == 1, "\(name)")
    }
    #expect(rows.count == events.count + 1, "and the dropped ones")
  }
}
