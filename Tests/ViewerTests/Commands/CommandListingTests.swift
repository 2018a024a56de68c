import Foundation
import TestSupport
import Testing

@testable import Viewer

/// The documents that are written from the table of commands.
@Suite struct CommandListingTests {
  @Test func thePageOfKeysIsTheTables() throws {
    let page = try PackageFile.lines("Documentation/Keys.md").joined(separator: "\n") + "\n"
    #expect(
      page.contains(CommandListing.text(.markdown)),
      "write it again with: fresnel commands --format markdown")
  }

  @Test func theManualIsTheTables() throws {
    let page = try PackageFile.lines("Documentation/fresnel.1").joined(separator: "\n") + "\n"
    #expect(
      page.contains(CommandListing.text(.man)), "write it again with: fresnel commands --format man"
    )
  }

  @Test func theJSONHasEveryCommand() throws {
    let parsed = try JSONSerialization.jsonObject(with: Data(CommandListing.text(.json).utf8))
    let objects = try #require(parsed as? [[String: Any]])
    #expect(objects.map { $0["name"] as? String } == CommandName.allCases.map(\.rawValue))
    let next = try #require(objects.first { $0["name"] as? String == "next" })
    #expect(next["keys"] as? [String] == ["Space", "n", "PageDown", "Button9"])
    let arguments = try #require(next["arguments"] as? [[String: String]])
    #expect(arguments.first?["default"] == "1")
  }

  @Test func theTextHasALineForEachCommand() {
    let lines = CommandListing.text(.text).split(separator: "\n")
    #expect(lines.count == CommandName.allCases.count)
    #expect(lines.contains { $0.hasPrefix("next [COUNT]") })
  }

  @Test func theWindowsListHasEveryKeyOnce() {
    let listed = KeyHelp.rows(for: KeyMap()).map(\.key).joined(separator: "   ")
    let words = listed.split(separator: " ").map {
      $0.count > 1 && $0.hasSuffix(",") ? String($0.dropLast()) : String($0)
    }
    for name in CommandName.allCases where Command(name) != nil {
      for key in name.definition.keys {
        #expect(words.filter { $0 == key.text }.count == 1, "\(key.text)")
      }
    }
  }

  @Test func sentencesEndInAFullStop() {
    for name in CommandName.allCases {
      let definition = name.definition
      #expect(definition.summary.hasSuffix(".") && !definition.title.hasSuffix("."), "\(name)")
      #expect(!definition.title.isEmpty && definition.title.count <= 26, "\(name)")
    }
    let titles = CommandName.allCases.map(\.definition.title)
    #expect(Set(titles).count == titles.count)
  }
}
