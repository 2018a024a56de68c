import ArgumentParser
import CutPlan
import Filters
import Geometry
import Glibc
import Platform
import Preferences
import Viewer

extension CutLayout: ExpressibleByArgument {}
extension CutFormat: ExpressibleByArgument {}
extension CutKernel: ExpressibleByArgument {}

/// `fresnel cut FILE -o OUT`: cuts a picture into tiles for servers and viewers.
struct CutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fresnel cut",
    abstract: "Cut a picture into tiles: Deep Zoom, Zoomify, IIIF, map tiles or rows and columns.",
    discussion: """
      The picture is read once, from top to bottom. The output gets its name when it is \
      complete; after an interruption the same command resumes.
      Tiles are sRGB. png and webp keep transparency; jpg has a white background.
      """)

  @Argument(help: "The picture, or - for standard input.", completion: .file())
  var file: String

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: "The output: OUT.dzi and the folder OUT_files, or the folder OUT.", completion: .file())
  var output: String

  @Option(help: "How tiles are arranged.")
  var layout = CutLayout.dzi

  @Option(
    help: ArgumentHelp(
      "The edge of a tile in pixels, \(CutPyramid.edges.lowerBound) to "
        + "\(CutPyramid.edges.upperBound); by default 254 for dzi and 256 for others.",
      valueName: "pixels"))
  var tileSize: Int?

  @Option(
    help: ArgumentHelp(
      "By how many pixels tiles of dzi overlap each neighbour; by default 1.",
      valueName: "pixels"))
  var overlap: Int?

  @Option(help: "The format of the tiles.")
  var format = CutFormat.jpg

  @Option(help: ArgumentHelp("Quality of jpg and webp, 1 to 100.", valueName: "number"))
  var quality = 80

  @Option(help: "The part of the picture to cut: X,Y,WxH in image pixels.")
  var region: RegionArgument?

  @Option(help: "How each level is made from the one before, in linear light.")
  var kernel = CutKernel.box

  @OptionGroup var filterOption: FilterOption

  @OptionGroup var frameOption: FrameOption

  @Option(
    help: ArgumentHelp("The address that the IIIF folder will have.", valueName: "url"))
  var id: String?

  @Option(
    help: ArgumentHelp(
      "The number of threads that make tiles; by default one per processor.",
      valueName: "number"))
  var jobs: Int?

  @OptionGroup var fetching: FetchOptions

  private var edge: Int { tileSize ?? layout.usualEdge }
  private var actualOverlap: Int { overlap ?? layout.usualOverlap }

  func validate() throws {
    let edges = CutPyramid.edges
    if !edges.contains(edge) {
      throw ValidationError(
        "--tile-size must be \(edges.lowerBound) to \(edges.upperBound) pixels.")
    }
    if actualOverlap != 0 && !layout.mayOverlap {
      throw ValidationError("--overlap needs --layout dzi: tiles of other layouts do not overlap.")
    }
    if actualOverlap < 0 || actualOverlap > edge / 2 || edge + 2 * actualOverlap > edges.upperBound
    {
      throw ValidationError(
        "--overlap must be 0 to half of --tile-size, and a tile with its overlap can have at most "
          + "\(edges.upperBound) pixels.")
    }
    if !(1...100).contains(quality) { throw ValidationError("--quality must be 1 to 100.") }
    if let jobs, !(1...CutOrder.mostJobs).contains(jobs) {
      throw ValidationError("--jobs must be 1 to \(CutOrder.mostJobs).")
    }
    if id != nil && layout != .iiif && layout != .iiif3 {
      throw ValidationError("--id needs --layout iiif or iiif3.")
    }
  }

  func run() throws {
    let chain = try filterOption.read()?.chain ?? FilterChain()
    // Before any thread starts: threads inherit the signal mask, so that only one handles signals.
    let cancellation = try Cancellation.ofSignals()
    let reading = PreferencesFile.read()
    for sentence in reading.sentences { StandardError.write(sentence) }
    var settings = ViewSettings(reading)
    fetching.apply(to: &settings)
    let picture = try NamedPicture(
      path: RawArguments.ofProcess.bytes(of: file), frame: frameOption.frame,
      fetching: settings.makeFetchPool())
    let request = CutRequest(
      layout: layout, edge: edge, overlap: actualOverlap, format: format, quality: quality,
      kernel: kernel, jobs: jobs ?? Self.processors, region: region?.region, frame: picture.frame,
      filters: chain, identifier: id ?? "https://example.org/picture",
      choices: settings.finishedChoices)
    let folder = try CutFolder(RawArguments.ofProcess.bytes(of: output), layout: layout)
    let progress = TerminalProgress(label: picture.name)
    let job = CutJob(
      picture, request, to: folder, cancellation: cancellation, report: progress.show)
    defer { progress.clear() }
    try job.run()
    progress.clear()
    if let missing = job.missing { StandardError.write(missing) }
  }

  private static var processors: Int {
    min(Processors.count, CutOrder.mostJobs)
  }
}

/// A part of a picture on the command line: `X,Y,WxH`, in image pixels.
struct RegionArgument: Hashable, ExpressibleByArgument {
  /// The area; not empty.
  let region: PixelRect

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3, let x = Int(parts[0]), let y = Int(parts[1]), x >= 0, y >= 0,
      x <= CutPyramid.longestSide, y <= CutPyramid.longestSide
    else { return nil }
    let sides = parts[2].lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]),
      (1...CutPyramid.longestSide).contains(width), (1...CutPyramid.longestSide).contains(height)
    else { return nil }
    region = PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }
}

extension Cancellation {
  /// Creates a flag that the termination signals set.
  static func ofSignals() throws(UserError) -> Cancellation {
    do throws(Errno) {
      let cancellation = try Cancellation()
      let watch = try SignalWatch(cancellation)
      try watch.start()
      return cancellation
    } catch {
      throw UserError(sentence: "waiting for signals failed: \(error.message)")
    }
  }
}

/// Waits for a signal on its own thread, for the life of the program.
// Sendable unchecked: once started, only its thread uses the signals.
private final class SignalWatch: @unchecked Sendable {
  private let cancellation: Cancellation
  private var signals: TerminationSignals

  init(_ cancellation: Cancellation) throws(Errno) {
    self.cancellation = cancellation
    signals = try TerminationSignals()
  }

  func start() throws(Errno) {
    _ = try Thread(name: "signals") {
      var request = pollfd(fd: self.signals.number, events: Int16(POLLIN), revents: 0)
      while true {
        _ = poll(&request, 1, -1)
        if self.signals.receive() { return self.cancellation.cancel() }
      }
    }
  }
}
