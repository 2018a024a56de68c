import Glibc

/// The pictures that the first start shows.
enum SampleSet {
  private static let pictures:
    [(name: String, write: @Sendable (Int32) throws(SampleError) -> Void)] = [
      ("landscape.jpg", Landscape.write),
      ("resolution-chart.png", ResolutionChart.write),
      ("soft-discs.png", SoftDiscs.write),
      ("turned.jpg", TurnedSign.write),
    ]

  /// Writes the files that are missing; each gets its name only when it is complete.
  static func write(to folder: String) throws(SampleError) {
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
      throw SampleError("\(folder): \(systemMessage())")
    }
    for (name, write) in pictures {
      let path = folder + "/" + name
      if access(path, F_OK) == 0 { continue }
      let unfinished = path + ".part"
      let file = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      guard file >= 0 else { throw SampleError("\(unfinished): \(systemMessage())") }
      defer { close(file) }
      do throws(SampleError) {
        try write(file)
      } catch {
        unlink(unfinished)
        throw SampleError("\(path): \(error.sentence)")
      }
      guard rename(unfinished, path) == 0 else {
        throw SampleError("\(path): \(systemMessage())")
      }
    }
  }
}

/// The reason why a sample could not be made.
struct SampleError: Error {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}

/// Returns the system's message for the call that failed last.
func systemMessage() -> String { String(cString: strerror(errno)) }

/// Writes a line to standard error.
func printError(_ line: String) {
  let line = line + "\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
}
