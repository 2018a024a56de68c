import ArgumentParser
import Decoding
import Filters
import Geometry
import Platform
import Preferences
import Rendering
import Tiles
import Viewer

/// `fresnel render FILE -o OUT.png`: runs the viewer's pipeline without a window.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fresnel render",
    abstract: "Write a view of a picture to a PNG file, without a window or an X server.",
    discussion: """
      --size is the size of the view; the picture is fitted into it unless --zoom is given. \
      Without --size, the whole picture is written at --zoom, by default 1.
      The area around the picture is transparent.
      """)

  @Argument(
    help: "The picture, its address, or - for standard input.", completion: .file())
  var file: String

  @Option(
    name: [.customShort("o"), .customLong("output")], help: "The PNG file to write.",
    completion: .file())
  var output: String

  @Option(help: "The size of the view in pixels: WxH.")
  var size: SizeArgument?

  @Option(help: "fit, a scale (1 is 100 %) or a percentage.")
  var zoom: ZoomArgument?

  @Option(help: "The point of the picture to put into the middle: X,Y in image pixels.")
  var center: PointArgument?

  @OptionGroup var frameOption: FrameOption

  @OptionGroup var filterOption: FilterOption

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The exposure in stops, -16 to 16; each stop doubles the light.",
      valueName: "stops"))
  var exposure = 0.0

  @OptionGroup var fetching: FetchOptions

  @Flag(help: "Print measurements as JSON.")
  var stats = false

  func validate() throws {
    guard ToneSettings.stops.contains(exposure) else {
      throw ValidationError("--exposure must be -16 to 16 stops.")
    }
    if size == nil && zoom == .fit {
      throw ValidationError("--zoom fit needs a --size to fit the picture into.")
    }
    if size == nil && center != nil {
      throw ValidationError("--center needs a --size: without one the whole picture is written.")
    }
  }

  func run() throws {
    let path = RawArguments.ofProcess.bytes(of: file)
    let request = RenderRequest(size: size?.size, zoom: zoom, center: center?.point)
    let chain = try filterOption.read()?.chain ?? FilterChain()
    let reading = PreferencesFile.read()
    for sentence in reading.sentences { StandardError.write(sentence) }
    var settings = ViewSettings(reading)
    fetching.apply(to: &settings)
    let toning = ToneSettings(exposure: exposure, mapping: settings.toneMapping)
    let picture = try NamedPicture(
      path: path, frame: frameOption.frame, fetching: settings.makeFetchPool())
    let job = RenderJob(
      name: picture.name, file: picture.file, frame: picture.frame, filters: chain,
      choices: settings.choices)
    try job.write(
      // Drawings are fitted as in a window, enlarged if necessary.
      { (info) throws(UserError) in
        var view = RenderView(
          try request.viewport(of: info.extent, largestScale: info.levels.largestScale))
        view.toning = toning
        return view
      },
      to: .replacing(RawArguments.ofProcess.bytes(of: output)))
    if let missing = job.missing { StandardError.write(missing) }
    if stats { try StandardOutput.write(job.statistics.json + "\n") }
  }
}
