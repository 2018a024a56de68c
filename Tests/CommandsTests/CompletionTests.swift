import TestSupport
import Testing

@testable import Commands
@testable import Viewer

/// What shells offer after `fresnel` and other words.
@Suite struct CompletionTests {
  @Test(arguments: [
    ("bash", CompletionTable().bash), ("zsh", CompletionTable().zsh),
    ("fish", CompletionTable().fish),
  ])
  func theInstalledFilesAreTheTables(shell: String, text: String) throws {
    #expect(
      try PackageFile.text("Desktop/completions/fresnel.\(shell)") == text,
      "write it again with: fresnel commands --format \(shell)")
  }

  @Test func theTableHasEveryCommandAndProperty() {
    let rows = CompletionTable().rows
    func words(_ key: String) -> [String] {
      rows.filter { $0.words == key }.flatMap { $0.choice.words.map(\.text) }
    }
    #expect(words("tell .").starts(with: CommandName.allCases.map(\.rawValue)))
    #expect(words("tell . get") == RemoteProperty.allCases.map(\.rawValue))
    #expect(words("first") == Subcommand.allCases.map(\.rawValue))
    for option in ["--zoom", "--listen", "--reuse", "--fullscreen", "--help"] {
      #expect(words("view -").contains(option), "\(option)")
    }
    #expect(Set(rows.map(\.words)).count == rows.count, "a row is hidden by another")
  }

  // MARK: Real shells

  /// The words of a command line, the last of which is completed, and what is offered.
  static let lines: [(words: [String], offered: [String])] = [
    (["re"], ["render"]), (["--listen-"], ["--listen-trusted"]),
    (["--bar", ""], ["auto", "pinned", "off"]), (["a.png", "--bar", "p"], ["pinned"]),
    (["--zoom", ""], []), (["render", "--st"], ["--stats"]),
    (["cut", "a.png", "--layout", "z"], ["zoomify"]),
    (["commands", "--format", "m"], ["markdown", "man"]), (["keys", "--preset", "f"], ["feh"]),
    (["tell", "/s", "zoom-"], ["zoom-in", "zoom-out", "zoom-to", "zoom-by"]),
    (["tell", "/s", "obs"], ["observe"]), (["tell", "/s", "zoom-to", ""], []),
    (["tell", "/s", "rotate", ""], ["90", "180", "270", "-90", "-180", "-270"]),
    (["tell", "/s", "get", "full"], ["full-screen"]),
    (["tell", "/s", "observe", "3", "full"], ["full-screen"]),
    (["tell", "/s", "set", "wheel-s"], ["wheel-step", "wheel-sensitivity"]),
    (["tell", "/s", "set", "glide", ""], ["true", "false"]), (["filters", "x"], []),
  ]

  /// The words of a command line, the last of which is completed with a file's name.
  static let fileLines: [[String]] = [
    ["/nowhere/x"], ["a.png", "/nowhere/x"], ["--stats", "/nowhere/x"], ["tell", "/nowhere/x"],
    ["tell", "/s", "open", "/nowhere/x"], ["tell", "/s", "open", "a.png", "/nowhere/x"],
    ["render", "a.png", "-o", "/nowhere/x"], ["--header-file", "/nowhere/x"],
  ]

  private func file(_ shell: String) -> String {
    PackageFile.root + "/Desktop/completions/fresnel." + shell
  }

  /// Runs a shell, and returns the lines that it prints.
  private func run(_ shell: String, _ words: [String]) throws -> [String] {
    let process = try TestProcess(shell, words)
    #expect(process.wait(limit: 60) == .status(0), "\(words): \(process.standardError)")
    #expect(process.standardError.isEmpty)
    return String(decoding: process.standardOutput, as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  /// Returns what bash offers; `FILES` stands for names of files.
  private func bash(_ words: [String]) throws -> [String] {
    let code = """
      source "$1"; shift
      compopt() { echo FILES; }
      COMP_WORDS=(fresnel "$@")
      COMP_CWORD=$#
      _fresnel
      for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done
      """
    return try run("bash", ["--norc", "-c", code, "bash", file("bash")] + words)
  }

  @Test func bashOffersWhatCanFollow() throws {
    for (words, offered) in Self.lines {
      let found = try bash(words).filter { $0 != "FILES" }
      #expect(Set(found) == Set(offered), "\(words)")
    }
    for words in Self.fileLines { #expect(try bash(words) == ["FILES"], "\(words)") }
  }

  /// Returns what zsh offers; `FILES` stands for names of files.
  private func zsh(_ words: [String]) throws -> [String] {
    let code = """
      file=$1; shift
      _describe() { print -rl -- ${(P)argv[-1]}; }
      _files() { print FILES; }
      words=(fresnel "$@")
      CURRENT=$#words
      PREFIX=$words[-1]
      source $file
      """
    return try run("zsh", ["-f", "-c", code, "zsh", file("zsh")] + words)
      .map { String($0.prefix { $0 != ":" }) }
  }

  @Test(.enabled(if: TestProcess.canFind("zsh"), "zsh is not installed"))
  func zshOffersWhatCanFollow() throws {
    for (words, offered) in Self.lines {
      // The shell itself leaves out words that do not begin like the typed one.
      let found = try zsh(words).filter { $0 != "FILES" && $0.hasPrefix(words.last ?? "") }
      #expect(Set(found) == Set(offered), "\(words)")
    }
    for words in Self.fileLines {
      let found = try zsh(words)
      #expect(found.last == "FILES" && (found.count == 1 || words.count == 1), "\(words)")
    }
  }

  /// Returns what fish offers in a folder without files.
  private func fish(_ words: [String]) throws -> [String] {
    let line = (["fresnel"] + words).joined(separator: " ")
    let folder = try TemporaryFolder()
    let code = "source \(file("fish")); cd \(folder.path); complete -C '\(line)'"
    return try run("fish", ["--no-config", "-c", code]).map { String($0.prefix { $0 != "\t" }) }
  }

  @Test(.enabled(if: TestProcess.canFind("fish"), "fish is not installed"))
  func fishOffersWhatCanFollow() throws {
    for (words, offered) in Self.lines {
      #expect(try Set(fish(words)) == Set(offered), "\(words)")
    }
    let folder = try TemporaryFolder()
    let name = try folder.file("a picture.png")
    for words in Self.fileLines {
      let found = try fish(words.dropLast() + [folder["a"]])
      #expect(found == [name], "\(words)")
    }
  }
}
