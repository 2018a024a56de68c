import Decoding
import Platform
import Viewing

/// The window as other programs see it.
extension ViewerParts: RemoteHost {
  func performRemote(_ command: Command, at now: Double) -> String? {
    let now = view.moment(now)
    switch command.name {
    case .open where !command.texts.isEmpty:
      open(PathRequest(command.texts, isTyped: false))
    case .go where !command.place.isRelative:
      return go(toNumber: command.place.number, at: now)
    case .zoomTo: return zoom(to: command.number(), at: now)
    case .filter: return setFilters(command.text, at: now)
    case .script: return runScript(command.text)
    case .set: return set(command.text(0), to: command.text(1), at: now)
    default: commands.run(command, at: now)
    }
    return nil
  }

  func openHandedOver(_ pictures: HandedOver, at now: Double) {
    open(PathRequest(pictures.names, isTyped: false, input: pictures.input))
    window.requestActivation(startupID: pictures.startupID)
  }

  func value(of property: RemoteProperty, at now: Double) -> JSON {
    let pictures = gallery.pictures
    let shown = pictures.pictures.shown
    let page = shown.flatMap(pictures.pageNumber(of:))
    let size = shown.flatMap(pictures.info(of:))?.size
    let orientation = view.zoom?.destination.orientation
    switch property {
    case .file: return pictures.shownEntry.map { .string($0.remoteName) } ?? .null
    case .index: return JSON(pictures.album?.place?.number)
    case .count: return JSON(pictures.album?.place?.count ?? 0)
    case .page: return JSON(shown.map { _ in page?.number ?? 1 })
    case .pages: return JSON(shown.map { _ in page?.count ?? 1 })
    case .width: return JSON(size?.width)
    case .height: return JSON(size?.height)
    case .zoom: return JSON(view.zoom?.destination.scale)
    case .center:
      let point = view.zoom.map { $0.destination.imagePoint(at: $0.destination.surfaceCenter) }
      return point.map { .string("\($0.x),\($0.y)") } ?? .null
    case .rotation: return JSON(orientation.map { $0.quarterTurns * 90 })
    case .mirrored: return orientation.map { .boolean($0.isMirrored) } ?? .null
    case .frame: return JSON(view.playback.map { $0.destination + 1 })
    case .frames: return JSON(view.playback?.frameCount)
    case .playing: return .boolean(view.playback?.isPlaying == true)
    case .speed: return JSON(view.playback?.speed)
    case .exposure: return .number(view.settings.toning.exposure)
    case .filters: return .string(filtering.chain.text)
    case .fullScreen: return .boolean(window.isFullScreen)
    case .settled:
      return .boolean(
        shown != nil && pictures.pictures.pending == nil && !pictures.files.isWaiting
          && view.isServed(at: now))
    case .error: return pictures.failure.map { .string($0.sentence) } ?? .null
    case .marked: return .boolean(targets.isShownMarked)
    case .marks: return .integer(targets.marks.count)
    case .filterPanel: return .boolean(filtering.isPanelOpen)
    case .filtered: return .boolean(filtering.isFiltered)
    case .comparing: return .boolean(filtering.isComparing)
    case .split: return .boolean(filtering.split != nil)
    case .crisp: return .boolean(isCrisp)
    case .tileOutlines: return .boolean(panels.isShown(.tiles))
    case .bar: return .boolean(panels.isShown(.bar))
    }
  }
}

extension JSON {
  fileprivate init(_ number: Int?) { self = number.map { .integer($0) } ?? .null }

  fileprivate init(_ number: Double?) { self = number.map { .number($0) } ?? .null }
}

extension FilterEffect {
  /// The message of an error in the chain; errors in filter files are not included.
  var chainProblem: String? {
    switch self {
    case .notify(let sentences), .write(let sentences):
      sentences.first { $0.hasPrefix("filter: ") }
    default: nil
    }
  }
}

extension AlbumEntry {
  /// The name that programs get: an absolute path, an address without credentials, or `-`.
  ///
  /// A path that is not UTF-8 is a `file://` address.
  var remoteName: String {
    switch origin {
    case .standardInput, .pasted: return "-"
    case .address, .sentAddress: return String(decoding: WebName.shown(path), as: UTF8.self)
    case .named, .found, .tiles:
      return PathBytes.remoteName(of: path)
    }
  }
}

extension PathBytes {
  /// Returns a path as another process understands it: absolute, and as an address if it is not
  /// UTF-8.
  ///
  /// Addresses and `-` stay.
  package static func remoteName(of path: [UInt8]) -> String {
    let isOther =
      path == Array("-".utf8) || WebName.isAddress(path) || FileAddress.isAddress(path)
    let whole = isOther ? path : absolute(path)
    return String(validating: whole, as: UTF8.self)
      ?? String(decoding: FileAddress.address(of: whole), as: UTF8.self)
  }
}
