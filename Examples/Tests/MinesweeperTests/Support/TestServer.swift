import Foundation

/// An X server without a screen, for one test.
final class TestServer {
  /// The display's name, such as `:3`.
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
    // The server prints its number once it accepts connections.
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

/// The error for a condition that a test waited for in vain.
struct Missing: Error, CustomStringConvertible {
  let description: String
  init(_ what: String) { description = what }
}
