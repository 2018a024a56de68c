import Geometry
import TestSupport

/// Files made by ImageMagick, and what it and GraphicsMagick read from files.
struct ConversionReference {
  /// The program whose reading is the reference.
  enum Reader: Hashable, Sendable {
    case imageMagick, graphicsMagick
  }

  struct Trouble: Error { var words: String }

  /// True if both programs are installed.
  static var isThere: Bool { TestProcess.canFind("convert") && TestProcess.canFind("gm") }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Converts a PAM to a file, and returns its path.
  ///
  /// `name` may begin with ImageMagick's name of a format and a colon.
  func make(_ name: String, of pam: [UInt8], _ options: String) throws -> String {
    let source = try folder.file("source.pam", pam)
    let parts = name.split(separator: ":")
    let path = folder[String(parts.last ?? "")]
    let target = parts.count > 1 ? "\(parts[0]):\(path)" : path
    let words = options.split(separator: " ").map { String($0) }
    _ = try Self.run("convert", [source] + words + [target])
    return path
  }

  /// Writes a file, and returns its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String { try folder.file(name, bytes) }

  /// A file's pixels as one of the programs reads them: straight 8-bit samples.
  static func samples(_ path: String, _ reader: Reader) throws -> [UInt8] {
    let words = [path + "[0]", "-depth", "8", "rgba:-"]
    return switch reader {
    case .imageMagick: try run("convert", words)
    case .graphicsMagick: try run("gm", ["convert"] + words)
    }
  }

  private static func run(_ program: String, _ words: [String]) throws -> [UInt8] {
    let process = try TestProcess(program, words)
    guard process.wait(limit: 60) == .status(0) else {
      throw Trouble(words: "\(program) \(words): \(process.standardError)")
    }
    return process.standardOutput
  }
}
