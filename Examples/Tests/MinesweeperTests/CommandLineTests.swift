import Foundation
import Testing

@Suite struct CommandLineTests {
  private func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String)
  {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = GameHarness.program
    process.arguments = arguments
    process.environment = [:]
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    let complained = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: said, as: UTF8.self),
      String(decoding: complained, as: UTF8.self)
    )
  }

  @Test(arguments: [["--board", "huge"], ["--sed", "1"], ["--board", "world", "--no-guessing"]])
  func `wrong options get one sentence and status 2`(arguments: [String]) throws {
    let result = try run(arguments)
    #expect(result.status == 2)
    #expect(result.errors.split(separator: "\n").count == 1 && result.output.isEmpty)
  }

  @Test func `help tells all options`() throws {
    let result = try run(["--help"])
    #expect(result.status == 0 && result.errors.isEmpty)
    for option in ["--board", "--no-guessing", "--question-marks", "--seed", "--icon"] {
      #expect(result.output.contains(option))
    }
  }

  @Test func `without a display it says so`() throws {
    let result = try run([])
    #expect(result.status == 1)
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func `the icon is a PNG file`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/icon-\(UUID().uuidString).png"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try run(["--icon", path]).status == 0)
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(Array(bytes.prefix(8)) == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    #expect(try run(["--icon", "/proc/icon.png"]).status == 1)
  }
}
