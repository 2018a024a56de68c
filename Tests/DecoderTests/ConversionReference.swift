import Geometry
import TestSupport

/// Files that ImageMagick makes, and what it and GraphicsMagick make of files.
struct ConversionReference {
  /// Whose reading a file is compared with.
  enum Reader: Hashable, Sendable {
    case imageMagick, graphicsMagick
  }

  struct Trouble: Error { var words: String }

  /// Whether both programs are there.
  static var isThere: Bool { TestProcess.canFind("convert") && TestProcess.canFind("gm") }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a file of a PAM, and tells its path.
  ///
  /// `name` may begin with ImageMagick's word for a format and a colon.
  func make(_ name: String, of pam: [UInt8], _ options: String) throws -> String {
    let source = try folder.file("source.pam", pam)
    let parts = name.split(separator: ":")
    let path = folder[String(parts.last ?? "")]
    let target = parts.count > 1 ? "\(parts[0]):\(path)" : path
    let words = options.split(separator: " ").map { String($0) }
    _ = try Self.run("convert", [source] + words + [target])
    return path
  }

  /// Writes a file, and tells its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String { try folder.file(name, bytes) }

  /// A file's pixels as one of the programs reads them: straight samples of 8 bits.
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
