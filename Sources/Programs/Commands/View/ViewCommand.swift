import ArgumentParser
import Platform
import Preferences
import Viewer
import Windowing

/// `fresnel FILE…`: opens a window.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fresnel",
    abstract: "Shows pictures of any size, sharp at every zoom.",
    usage: """
      fresnel [OPTIONS] FILE|FOLDER|ADDRESS|- …
      fresnel render FILE -o OUT.png [OPTIONS]
      fresnel cut FILE -o OUT [OPTIONS]
      fresnel filters
      fresnel formats
      fresnel commands
      fresnel keys
      fresnel tell SOCKET [COMMAND …]
      """,
    discussion: """
      Right-click in the window for the menu; press ? to list its keys. `fresnel render --help` \
      explains rendering to a file, `fresnel cut --help` cutting a picture into tiles. `fresnel \
      filters` lists the filters, `fresnel formats` the formats that can be opened, `fresnel \
      commands` what keys can be bound to, `fresnel keys` the keys. `fresnel tell` sends commands \
      to a window that was started with --listen. A file that is named render, cut, filters, \
      formats, commands, keys or tell is opened as ./render, ./cut, ./filters, ./formats, \
      ./commands, ./keys or ./tell. Names that begin with http:// or https:// are addresses, and so are \
      those with file:// on this computer.
      """,
    version: "fresnel " + FresnelVersion.number)

  @Option(help: "The first picture's zoom: fit, a scale (1 is 100 %) or a percentage.")
  var zoom: ZoomArgument = .fit

  @Option(help: "The point of the first picture to put into the middle: X,Y in image pixels.")
  var center: PointArgument?

  @Flag(help: "Start in full screen.")
  var fullscreen = false

  @Option(help: "The bar of buttons: auto (while the pointer moves), pinned (always) or off.")
  var bar: Preferences.BarMode?

  @Option(help: "The window's size and position: WxH, WxH+X+Y or +X+Y.")
  var geometry: WindowGeometry?

  @Option(help: "The colour around the picture: six hexadecimal digits.")
  var background: ColorArgument?

  @Option(help: "The zoom when you go to another picture: fit it, or keep zoom and position.")
  var onNext: Preferences.NextView?

  @OptionGroup var filterOption: FilterOption

  @OptionGroup var fetching: FetchOptions

  @Flag(help: "Open the pictures in the window of an earlier start with --reuse, if there is one.")
  var reuse = false

  @Option(
    help: ArgumentHelp(
      "Listen on a local socket for other programs; see Documentation/Scripts.md.",
      valueName: "socket"), completion: .file())
  var listen: String?

  @Flag(help: "Let these programs save pictures and run scripts without asking.")
  var listenTrusted = false

  @Flag(help: "Print measurements as JSON on exit.")
  var stats = false

  @Flag(help: "Print the marked files' paths on exit, each on a line.")
  var printMarked = false

  @Flag(name: .customShort("0"), help: "End printed paths with a zero byte instead of a newline.")
  var zero = false

  @Argument(
    help: "Pictures, folders, addresses, or - for standard input.", completion: .file())
  var files: [String] = []

  func run() throws {
    try ViewerSession.show(
      files.map(RawArguments.ofProcess.bytes(of:)), printsStatistics: stats,
      printsMarkedWith: printMarked ? (zero ? 0 : UInt8(ascii: "\n")) : nil
    ) { settings throws(UserError) in
      settings.zoom = zoom
      settings.center = center?.point
      if fullscreen { settings.startsFullScreen = true }
      if let bar { settings.bar = bar }
      settings.geometry = geometry
      if let onNext { settings.onNext = onNext }
      if let filters = try filterOption.read() { settings.filters = filters }
      fetching.apply(to: &settings)
      if reuse { settings.reusesWindow = true }
      settings.socket = listen.map(RawArguments.ofProcess.bytes(of:))
      settings.trustsPrograms = listenTrusted
      if let background { settings.backdrop.surround = background.color }
      let options = [
        ("bar", bar != nil), ("background", background != nil), ("on-next", onNext != nil),
        ("filter", filterOption.filter != nil),
      ]
      settings.overridden = Set(options.filter(\.1).map(\.0))
    }
  }
}
