import Decoding
import Glibc
import Platform
import Windowing

/// What to copy of a picture.
enum CopiedForms: Hashable, Sendable {
  /// The picture, its file and its path: each program takes what it can use.
  case all
  /// Only the picture, for programs that would otherwise attach the file.
  case picture
  /// Only the path or the address.
  case path
}

extension ClipboardOffer {
  /// Creates the offer of a picture of the album.
  ///
  /// `request` draws the picture as shown; it is performed when another program requests the
  /// picture.
  init(_ forms: CopiedForms, of entry: AlbumEntry, drawnBy request: SaveRequest) {
    self.init()
    if forms != .path { add(["image/png"], drawnBy: request) }
    guard forms != .picture else { return }
    if entry.isFile {
      let path = PathBytes.absolute(entry.path)
      let address = FileAddress.address(of: path)
      if forms == .all {
        add(["text/uri-list"], address + Array("\r\n".utf8))
        add(["x-special/gnome-copied-files"], Array("copy\n".utf8) + address)
      }
      add(text: path)
    } else {
      add(text: Array(entry.copiedPath.utf8))
    }
  }

  /// Creates the offer of a picture that exists only on the screen, to be dragged: a file that the
  /// target names, or the picture itself.
  ///
  /// It has no file: a file manager would take that in its place.
  init(_ save: DirectSave, drawnBy request: SaveRequest) {
    self.init()
    add(save)
    // A target whose folder can't be reached from here reads bytes, and writes them itself.
    add(["image/png", "application/octet-stream"], drawnBy: request)
  }

  private mutating func add(_ targets: [String], drawnBy request: SaveRequest) {
    add(targets) { deliver in
      // Drivers compile shaders on this thread, which takes more stack than drawing.
      let thread = try? Thread(name: "copier", stackSize: 8 << 20) {
        deliver(request.clipboardData())
      }
      if thread == nil { deliver(nil) }
    }
  }
}

extension SaveRequest {
  /// Draws the picture into an unnamed file; `nil` if that fails.
  fileprivate func clipboardData() -> ClipboardData? {
    guard let file = try? UnnamedFile.create(in: UnnamedFile.folders()),
      (try? write(to: .open(file.number))) != nil
    else { return nil }
    let count = lseek(file.number, 0, SEEK_END)
    return count > 0 ? .file(Shared(file), count: Int(count)) : nil
  }
}
