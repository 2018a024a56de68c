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
    let arguments = try #require(next["arguments"] as? [[String: Any]])
    #expect(arguments.first?["default"] as? String == "1")
    #expect(arguments.first?["least"] as? Int == 1 && arguments.first?["most"] as? Int == 1_000_000)
  }

  @Test func theJSONHasAllThatTheTableHas() throws {
    let parsed = try JSONSerialization.jsonObject(with: Data(CommandListing.text(.json).utf8))
    let objects = try #require(parsed as? [[String: Any]])
    #expect(objects.count == CommandName.allCases.count)
    for (object, name) in zip(objects, CommandName.allCases) {
      let definition = name.definition
      let texts: [(String, String?)] = [
        ("title", definition.title), ("section", definition.section.rawValue),
        ("summary", definition.summary), ("needs", definition.needs.rawValue),
        ("reason", definition.needs.reason), ("state", definition.state?.rawValue),
      ]
      for (member, text) in texts {
        #expect(object[member] as? String == text, "\(member) of \(name)")
      }
      #expect(object["keys"] as? [String] == definition.keys.map(\.text), "\(name)")
      #expect(object["aliases"] as? [String] == definition.aliases.map(\.text), "\(name)")
      let traits = try #require(object["traits"] as? [String], "\(name)")
      let listed = CommandTraits.names.filter { traits.contains($0.name) }.map(\.trait)
      #expect(CommandTraits(listed) == definition.traits, "\(name)")
      let arguments = try #require(object["arguments"] as? [[String: Any]], "\(name)")
      #expect(arguments.count == definition.arguments.count, "\(name)")
      for (argument, expected) in zip(arguments, definition.arguments) {
        #expect(argument["name"] as? String == expected.name)
        #expect(argument["values"] as? String == expected.words)
        #expect(argument["default"] as? String == expected.standard)
        switch expected.kind {
        case .number(let range):
          #expect(argument["kind"] as? String == "number")
          #expect(argument["least"] as? Double == range.lowerBound)
          #expect(argument["most"] as? Double == range.upperBound)
        case .wholeNumber(let range):
          #expect(argument["kind"] as? String == "whole-number")
          #expect(argument["least"] as? Int == range.lowerBound)
          #expect(argument["most"] as? Int == range.upperBound)
        case .oneOf(let numbers):
          #expect(argument["kind"] as? String == "choice")
          #expect(argument["choices"] as? [Int] == numbers)
        case .place: #expect(argument["kind"] as? String == "place")
        case .text: #expect(argument["kind"] as? String == "text")
        case .files: #expect(argument["kind"] as? String == "files")
        }
      }
    }
  }

  @Test func everySwitchHasAPropertyOfItsOwn() {
    let states = CommandName.allCases.compactMap(\.definition.state)
    #expect(Set(states).count == states.count)
    let all = CommandTraits.names.reduce(CommandTraits()) { $0.union($1.trait) }
    for name in CommandName.allCases {
      #expect(all.isSuperset(of: name.definition.traits), "a trait of \(name) has no name")
    }
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
