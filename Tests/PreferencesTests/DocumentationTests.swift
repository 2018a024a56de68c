import Preferences
import TestSupport
import Testing

@testable import Commands
@testable import Viewer

@Suite struct DocumentationTests {
  @Test func theSettingsPageListsEverySetting() throws {
    let lines = try PackageFile.lines("Documentation/Settings.md")
    let start = try #require(lines.firstIndex(of: "## All settings"))
    let section = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
    let rows = section.filter { $0.hasPrefix("| `") }.map(String.init)
    #expect(
      rows
        == Setting.all.map {
          "| `\($0.name)` | \($0.values) | `\($0.defaultValue)` | \($0.summary) |"
        })
  }

  @Test func theManualListsEverySetting() throws {
    let items = try ManualPage().items("PREFERENCES")
    #expect(items.map(\.words) == Setting.all.map { [$0.name, "=", $0.defaultValue] })
    #expect(items.map(\.text) == Setting.all.map { "Takes \($0.values). \($0.summary)" })
  }

  @Test(arguments: [ViewCommand.helpMessage(), RenderCommand.helpMessage()])
  func theManualDescribesEveryOption(help: String) throws {
    let page = try ManualPage()
    let words = help.split { !($0.isLetter || $0.isNumber || $0 == "-") }
    let options = Set(words.filter { $0.hasPrefix("-") && $0.contains(where: \.isLetter) })
    try #require(options.contains("--filter"))
    for option in options.sorted() {
      #expect(page.describes(option: String(option)), "\(option)")
    }
  }

  @Test(.enabled(if: TestProcess.canFind("mandoc"), "mandoc is not installed"))
  func theManualIsWellFormed() throws {
    let lint = try TestProcess(
      "mandoc", ["-T", "lint", "-W", "warning", PackageFile.root + "/Documentation/fresnel.1"])
    #expect(lint.wait(limit: 60) == .status(0))
    let output = String(decoding: lint.standardOutput, as: UTF8.self)
    #expect(output.isEmpty && lint.standardError.isEmpty, "\(output)\(lint.standardError)")
  }
}
