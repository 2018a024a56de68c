import BenchmarkSupport

/// Measures one document; in each round, all contenders take their turn.
struct Trial {
  let document: Document
  let rounds: Int
  /// The memory that a decoder of this kind takes for an empty document, in bytes.
  let floorBytes: Int

  private static let columns = [
    "fresnel", "library", "x", "each tile whole", "its program", "MiB above start",
  ]

  /// Returns the figures as a table and as JSON.
  func run() throws -> (text: String, json: ReportJSON) {
    var table = Table(columns: [document.name] + Self.columns)
    var rows: [ReportJSON] = []
    func add(_ name: String, _ figures: Figures, memory: Double? = nil) {
      table.rows.append([
        name, text(figures.ours), text(figures.library),
        text(figures.ours / figures.library, decimals: 2), text(figures.tiles),
        text(figures.program), text(memory),
      ])
      rows.append(
        .object([
          ("what", .string(name)), ("fresnel_ms", .number(figures.ours)),
          ("library_ms", .number(figures.library)), ("tiles_ms", .number(figures.tiles)),
          ("program_ms", .number(figures.program)), ("decoder_mib", .number(memory)),
        ]))
    }
    let tool = PlainTool(document: document)
    let whole = Sight(of: document.subject, enlarged: 1)
    add(
      "opened, seen whole",
      try measure { _ in
        let viewing = try Viewing(document)
        defer { viewing.close() }
        return viewing.opening
      } library: { _ in
        let library = try PlainLibrary(document)
        return library.opening + library.view(whole)
      } tool: { _ in
        try tool.isInstalled ? tool.run(whole) : nil
      })
    let library = try PlainLibrary(document)
    let viewing = try Viewing(document)
    defer { viewing.close() }
    for enlarged in [1.0, 4, 40] {
      let sight = Sight(of: document.subject, enlarged: enlarged)
      var figures = try measure {
        viewing.step(to: sight.varied($0))
      } library: {
        library.view(sight.varied($0))
      } tool: {
        try tool.isInstalled ? tool.run(sight.varied($0)) : nil
      }
      figures.tiles = library.tiles(sight)
      let memory = Double(viewing.decoderBytes - floorBytes) / 1_048_576
      add("a step, \(sight.name)", figures, memory: memory)
    }
    return (table.text, .object([("document", .string(document.name)), ("rows", .list(rows))]))
  }

  /// The times of each contender, in milliseconds.
  private struct Figures {
    var ours: Double
    var library: Double
    var program: Double?
    var tiles: Double?
  }

  private func measure(
    ours: (Int) throws -> Double, library: (Int) throws -> Double, tool: (Int) throws -> Double?
  ) throws -> Figures {
    var all: [(ours: Double, library: Double, program: Double?)] = []
    for round in 0..<rounds {
      all.append((try ours(round), try library(round), try tool(round)))
    }
    let programs = all.compactMap(\.program).sorted()
    return Figures(
      ours: all.map(\.ours).sorted()[rounds / 2], library: all.map(\.library).sorted()[rounds / 2],
      program: programs.isEmpty ? nil : programs[programs.count / 2])
  }
}
