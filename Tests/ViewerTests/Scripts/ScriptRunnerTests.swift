import Glibc
import Platform
import Preferences
import TestSupport
import Testing

@testable import Viewer

/// The user's scripts.
@Suite struct ScriptRunnerTests {
  let folder: TemporaryFolder
  let runner = ScriptRunner()

  init() throws { folder = try TemporaryFolder() }

  private func start(
    _ words: String..., paths: [[UInt8]] = [], environment: [String] = []
  ) -> String? {
    runner.start(
      ScriptSetting(name: "test", words: words), paths: paths,
      environment: (environment + ["FRESNEL_OUT=\(folder["out"])"]).map { Array($0.utf8) })
  }

  /// Turns a loop until a script has ended.
  private func ending() -> [String] {
    var sentences: [String] = []
    var hasEnded = false
    let start = MonotonicClock.now()
    while !hasEnded, MonotonicClock.now() - start < 20 {
      var pollSet = PollSet()
      runner.addDescriptors(to: &pollSet)
      pollSet.wait(timeout: 1)
      let before = runner.count
      sentences += runner.reap(pollSet)
      hasEnded = runner.count < before
    }
    #expect(hasEnded)
    return sentences
  }

  private func output() throws -> String {
    String(decoding: try TemporaryFolder.contents(of: folder["out"]), as: UTF8.self)
  }

  @Test func pathsComeOnStandardInput() throws {
    let paths: [[UInt8]] = [Array("/a b\n.png".utf8), [0x2f, 0xff]]
    #expect(start("sh", "-c", "cat > \"$FRESNEL_OUT\"", paths: paths) == nil)
    #expect(ending() == [])
    #expect(
      try TemporaryFolder.contents(of: folder["out"]) == paths[0] + [0] + paths[1] + [0])
  }

  @Test func argumentsPassThroughNoShell() throws {
    #expect(
      start("sh", "-c", "printf %s \"$1\" > \"$FRESNEL_OUT\"", "sh", "$(id) `id` ;'\"*") == nil)
    #expect(ending() == [])
    #expect(try output() == "$(id) `id` ;'\"*")
  }

  @Test func theEnvironmentIsItsOwnAndMore() throws {
    setenv("FRESNEL_ZOOM", "old", 1)
    defer { unsetenv("FRESNEL_ZOOM") }
    let command = "printf '%s %s' \"$FRESNEL_ZOOM\" \"$HOME\" > \"$FRESNEL_OUT\""
    #expect(start("sh", "-c", command, environment: ["FRESNEL_ZOOM=2"]) == nil)
    #expect(ending() == [])
    let home = environmentVariable("HOME").map { String(decoding: $0, as: UTF8.self) } ?? ""
    #expect(try output() == "2 \(home)")
  }

  @Test func failuresAreOneSentence() throws {
    #expect(
      start("/nowhere/program") == "script “test”: /nowhere/program: No such file or directory")
    #expect(
      start("no-such-program-here")
        == "script “test”: no-such-program-here: No such file or directory")
    try folder.file("plain", [])
    #expect(start(folder["plain"])?.hasSuffix("Permission denied") == true)
    #expect(runner.count == 0)
    #expect(start("sh", "-c", "exit 3") == nil)
    #expect(ending() == ["script “test” ended with status 3"])
    #expect(start("sh", "-c", "kill -9 $$") == nil)
    #expect(ending() == ["script “test” was ended by signal 9"])
  }

  @Test func noZombieAndNoDescriptorIsLeft() throws {
    let pipe = try FileDescriptor.pipe()
    let leaked = try pipe.first.duplicate()
    _ = fcntl(leaked.number, F_SETFD, 0)
    #expect(
      start("sh", "-c", "echo $$ > \"$FRESNEL_OUT\"; exec ls /proc/self/fd >> \"$FRESNEL_OUT\"")
        == nil)
    #expect(ending() == [])
    let words = try output().split(whereSeparator: \.isWhitespace)
    let pid = try #require(words.first)
    #expect(access("/proc/\(pid)", F_OK) != 0)
    // The last descriptor is that of the listed folder.
    #expect(words.dropFirst() == ["0", "1", "2", "3"])
  }

  @Test func signalsHaveTheirDefaults() throws {
    #expect(start("sh", "-c", "grep -E 'Sig(Ign|Blk)' /proc/self/status > \"$FRESNEL_OUT\"") == nil)
    #expect(ending() == [])
    let lines = try output().split(separator: "\n").map { $0.split(separator: "\t") }
    let masks = Dictionary(uniqueKeysWithValues: lines.map { ($0[0], UInt64($0[1], radix: 16)) })
    let pipe = UInt64(1) << UInt64(SIGPIPE - 1)
    #expect(masks["SigIgn:"].flatMap(\.self).map { $0 & pipe } == 0, "\(lines)")
    #expect(masks["SigBlk:"].flatMap(\.self) == 0, "\(lines)")
  }

  @Test func theirNumberIsBounded() {
    for _ in 0..<ScriptRunner.most { #expect(start("sleep", "0.2") == nil) }
    #expect(start("true") == "16 scripts are running already")
    for _ in 0..<ScriptRunner.most where runner.count > 0 { #expect(ending() == []) }
    #expect(start("true") == nil)
    #expect(ending() == [])
  }
}
