import BenchmarkSupport
import Glibc
import Platform
import TestSupport

/// `fresnel cut` compared with `vips dzsave`: the same layout, tiles, kernel, format and quality.
///
/// libvips also halves with a box filter, though not in linear light. It runs with the same nice
/// value as decoders and the cutter; otherwise it would have an advantage on a busy machine.
struct CutBenchmark {
  let folder: String
  let largest: Int

  /// The results of one program for one picture.
  private struct Row {
    var name: String
    var seconds = Measurements()
    /// The peak memory of all its processes together, in bytes.
    var bytes: Int?
    /// The size of the tiles in bytes.
    var written: Int?

    var json: ReportJSON {
      .object([
        ("name", .string(name)), ("seconds", .number(seconds.median)),
        ("least seconds", .number(seconds.values.min())),
        ("bytes", .number(bytes.map(Double.init))),
        ("written", .number(written.map(Double.init))),
      ])
    }
  }

  private enum Program: String, CaseIterable {
    case fresnel = "fresnel cut"
    case vips = "vips dzsave"

    /// Returns the command that cuts a file into `OUT.dzi` and `OUT_files`.
    func words(_ file: String, format: String, output: String) -> [String] {
      switch self {
      case .fresnel:
        [
          PipedProcess.built("fresnel"), "cut", file, "-o", output, "--format", format,
          "--quality", "75", "--tile-size", "254", "--overlap", "1", "--kernel", "box",
        ]
      case .vips:
        [
          "nice", "-n", "5", "vips", "dzsave", file, output, "--tile-size", "254", "--overlap",
          "1", "--suffix", format == "png" ? ".png[compression=3,filter=sub]" : ".jpg[Q=75]",
        ]
      }
    }

    var isThere: Bool { self == .fresnel || TestProcess.canFind("vips") }
  }

  /// Measures all pictures and prints a table for each as soon as it is done.
  func run() throws -> [ReportJSON] {
    var parts: [ReportJSON] = []
    for format in ["jpg", "png"] {
      let name = "picture-\(largest)mp.\(format)"
      parts.append(try measure("\(folder)/\(name)", name: name, format: format))
    }
    return parts
  }

  private func measure(_ file: String, name: String, format: String) throws -> ReportJSON {
    DiskCache.fill(with: file)
    let programs = Program.allCases.filter(\.isThere)
    var rows = programs.map { Row(name: $0.rawValue) }
    for round in 0...(largest > 200 ? 1 : 5) {
      for (index, program) in programs.enumerated() {
        // The first round measures memory only, since sampling takes time.
        try cut(file, format, by: program, into: &rows[index], isForMemory: round == 0)
      }
    }
    var table = Table(columns: [name, "s", "least s", "MiB", "tiles, MB"])
    table.rows = rows.map {
      [
        $0.name, text($0.seconds.median, decimals: 2), text($0.seconds.values.min(), decimals: 2),
        text($0.bytes.map { Double($0) / 1_048_576 }, decimals: 1),
        text($0.written.map { Double($0) / 1e6 }),
      ]
    }
    say("\n\(table.text)")
    return .object([("file", .string(name)), ("rows", .list(rows.map(\.json)))])
  }

  private func cut(
    _ file: String, _ format: String, by program: Program, into row: inout Row,
    isForMemory: Bool
  ) throws {
    let target = try TemporaryFolder()
    let words = program.words(file, format: format, output: target["out"])
    let began = MonotonicClock.now()
    let process = try TestProcess(words[0], Array(words.dropFirst()))
    let peak = isForMemory ? try MemoryPeak(of: process.pid) : nil
    let exit = process.wait(limit: 900)
    guard exit == .status(0) else {
      printError("\(program.rawValue): \(process.standardError)")
      return
    }
    if let peak {
      row.bytes = peak.finish()
      row.written = Self.bytes(below: target["out_files"])
    } else {
      row.seconds.values.append(MonotonicClock.now() - began)
    }
  }

  private static func bytes(below path: String) -> Int {
    guard let folder = opendir(path) else { return 0 }
    defer { closedir(folder) }
    var bytes = 0
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { name in
        String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
      }
      var status = stat()
      guard name != ".", name != "..", lstat("\(path)/\(name)", &status) == 0 else { continue }
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      bytes += isFolder ? Self.bytes(below: "\(path)/\(name)") : Int(status.st_size)
    }
    return bytes
  }
}
