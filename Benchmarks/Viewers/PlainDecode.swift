import Platform
import TestSupport

/// Decodes a whole picture without showing it.
///
/// A pass over the file is compared with it. It uses the floor program for JPEG and PNG, and the
/// tool of the format's library for other formats.
enum PlainDecode {
  /// The tool for a format, by the file's suffix, and its arguments before the file's name;
  /// `writes` is the suffix of a file that the tool insists on writing, or a target that discards
  /// the output.
  private static let tools: [String: (name: String, before: [String], writes: String?)] = [
    "webp": ("dwebp", ["-quiet", "-mt", "-ppm"], ".ppm"),
    "gif": ("gif2rgb", ["-1"], ".rgb"),
    "avif": ("avifdec", ["--jobs", "all"], ".y4m"),
    "heic": ("heif-convert", ["--quiet"], ".y4m"),
    "jxl": ("djxl", ["--quiet"], nil), "jp2": ("opj_decompress", ["-quiet"], ".ppm"),
    "fits": ("imcopy", [], "mem://"), "dds": ("convert", [], "ppm:/dev/null"),
    "bmp": plainMagick, "tga": plainMagick, "ppm": plainMagick, "pcx": plainMagick,
    "sgi": plainMagick, "ras": plainMagick,
  ]

  private static let plainMagick: (name: String, before: [String], writes: String?) = (
    "gm", ["convert"], "ppm:/dev/null"
  )

  /// Returns the best of three runs in milliseconds; `nil` if there is no tool for the format.
  static func milliseconds(of file: String) throws -> Double? {
    let suffix = file.split(separator: ".").last.map(String.init) ?? ""
    guard let tool = tools[suffix] else { return floor(file) }
    guard TestProcess.canFind(tool.name) else { return nil }
    let folder = try TemporaryFolder()
    var words = tool.before
    switch (tool.writes, tool.name) {
    case (nil, _): words.append(file)
    case (let ending?, "avifdec"), (let ending?, "heif-convert"):
      words += [file, folder["plain" + ending]]
    case (let ending?, "gm"), (let ending?, "convert"), (let ending?, "imcopy"):
      words += [file, ending]
    case (let ending?, "opj_decompress"): words += ["-i", file, "-o", folder["plain" + ending]]
    case (let ending?, _): words += ["-o", folder["plain" + ending], file]
    }
    // The folder is deleted with the output at the end.
    return try withExtendedLifetime(folder) {
      var samples = Measurements()
      for _ in 0..<3 {
        let began = MonotonicClock.now()
        let process = try TestProcess(tool.name, words)
        guard process.wait(limit: ViewerHarness.timeout) == .status(0) else { return nil }
        samples.values.append((MonotonicClock.now() - began) * 1000)
      }
      return samples.values.min()
    }
  }

  private static func floor(_ file: String) -> Double? {
    let program = PipedProcess.built("fresnel-bench-floor")
    let process = try? TestProcess(program, ["decode", file])
    guard process?.wait(limit: ViewerHarness.timeout) == .status(0) else { return nil }
    let text = String(decoding: process?.standardOutput ?? [], as: UTF8.self)
    return text.split(separator: "\n").first.flatMap { Double($0) }
  }
}
