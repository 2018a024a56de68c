import Decoding
import Platform
import Preferences
import Viewing

/// The user's scripts, and the data that they get about the window.
extension ViewerParts {
  /// Runs a script by its name in the settings; returns a sentence if that fails.
  func runScript(_ name: String) -> String? {
    guard let script = settings.scripts.first(where: { $0.name == name }) else {
      let nearest = NameSuggestions.find(name, in: settings.scripts.map(\.name)).first
      return "[scripts] has no “\(escapedForDisplay(name.utf8, limit: 40))”"
        + (nearest.map { "; did you mean “\($0)”?" } ?? "")
    }
    // Marks don't count then, and the user no longer means the picture on the screen.
    guard !isOpening else { return "other files are being opened" }
    return scripts.start(
      script, paths: scriptPaths,
      environment: scriptVariables.map { Array("FRESNEL_\($0)=\($1)".utf8) })
  }

  /// Reports scripts that have failed.
  func reapScripts(_ pollSet: PollSet, at now: Double) {
    let sentences = scripts.reap(pollSet)
    if !sentences.isEmpty { notices.notify(sentences, at: now) }
  }

  /// The marked files, or else the one on the screen, each before its RAW file; an address if that
  /// is on the screen.
  private var scriptPaths: [[UInt8]] {
    var files = targets.marked
    if files.isEmpty {
      guard let entry = gallery.pictures.pictures.shown?.entry else { return [] }
      guard entry.isFile else { return [entry.scriptPath].compactMap(\.self) }
      files = [entry.path]
    }
    return targets.paired(files).flatMap(\.all).map(PathBytes.absolute)
  }

  /// The variables of scripts without their prefix.
  private var scriptVariables: [(name: String, value: String)] {
    let shown = gallery.pictures.pictures.shown
    var variables: [(name: String, value: String)] = []
    if let shown, let info = gallery.pictures.info(of: shown), let zoom = view.zoom {
      let page = view.playback.map { $0.destination + 1 } ?? shown.page + 1
      let part = zoom.destination.visibleArea(in: info.size)
      variables += [
        ("PAGE", "\(page)"), ("ZOOM", "\(zoom.destination.scale)"),
        ("REGION", "\(part.minX),\(part.minY),\(part.width)x\(part.height)"),
      ]
    }
    if let socket = settings.socket.flatMap({ String(validating: $0, as: UTF8.self) }) {
      variables.append(("SOCKET", socket))
    }
    return variables
  }
}

extension AlbumEntry {
  /// The standard input of scripts: an absolute path or an address without credentials; `nil` for
  /// pictures without either.
  fileprivate var scriptPath: [UInt8]? {
    switch origin {
    case .standardInput, .pasted: nil
    case .address, .sentAddress: WebName.shown(path)
    case .named, .found, .tiles: PathBytes.absolute(path)
    }
  }
}
