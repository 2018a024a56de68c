import Glibc
import Platform
import Preferences

/// Runs the user's scripts, and reports those that fail.
///
/// Window thread only; it never waits for a script. A script may outlive the window.
final class ScriptRunner {
  private struct Run {
    let name: String
    let program: UserProgram
  }

  /// The maximum number of running scripts, which bounds a repeating key.
  static let most = 16

  private var runs: [Run] = []
  var count: Int { runs.count }

  /// Starts a script with paths on its standard input, each ended by a zero byte.
  ///
  /// Returns a sentence if that fails.
  func start(
    _ script: ScriptSetting, paths: [[UInt8]], environment: [[UInt8]]
  ) -> String? {
    guard runs.count < Self.most else { return "\(Self.most) scripts are running already" }
    do throws(Errno) {
      // A file, not a pipe: writing to it never blocks.
      let input = try MemoryFile().takeDescriptor()
      var list: [UInt8] = []
      for path in paths { list += path + [0] }
      try FileDescriptor.writeAll(list[...], to: input.number)
      lseek(input.number, 0, SEEK_SET)
      let program = try UserProgram(
        script.words.map { Array($0.utf8) }, environment: environment, input: input)
      runs.append(Run(name: script.name, program: program))
      return nil
    } catch {
      return "script “\(Self.shown(script.name))”: \(Self.shown(script.words[0])): \(error.message)"
    }
  }

  func addDescriptors(to pollSet: inout PollSet) {
    for run in runs { pollSet.add(run.program.descriptor) }
  }

  /// Reaps scripts that have ended, and returns a sentence for each that failed.
  func reap(_ pollSet: PollSet) -> [String] {
    var sentences: [String] = []
    runs.removeAll { run in
      guard pollSet.isReadable(run.program.descriptor), let end = run.program.reap() else {
        return false
      }
      switch end {
      case .exited(0): break
      case .exited(let status):
        sentences.append("script “\(Self.shown(run.name))” ended with status \(status)")
      case .signalled(let signal):
        sentences.append("script “\(Self.shown(run.name))” was ended by signal \(signal)")
      }
      return true
    }
    return sentences
  }

  private static func shown(_ text: String) -> String { escapedForDisplay(text.utf8, limit: 60) }
}
