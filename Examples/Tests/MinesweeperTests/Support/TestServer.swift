import Foundation

/// An X server without a screen, for one test.
final class TestServer {
  /// Its name, such as `:3`.
  let display: String
  private let process = Process()

  init() throws {
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset",
    ]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.runWithSignals()
    // It tells its number once it can be spoken to.
    var text = ""
    while !text.hasSuffix("\n") {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { throw Missing("the server said no number") }
      text += String(decoding: data, as: UTF8.self)
    }
    display = ":" + text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }
}

/// What a test waited for in vain.
struct Missing: Error, CustomStringConvertible {
  let description: String
  init(_ what: String) { description = what }
}
