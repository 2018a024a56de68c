/// The files that commands are about, the marked ones or the one on the screen, and the commands
/// that mark files.
///
/// Window thread only.
final class FileTargets {
  private unowned let parts: ViewerParts
  /// The marked files.
  var marks = FileMarks()

  init(_ parts: ViewerParts) { self.parts = parts }

  // MARK: What commands are about

  /// The file on the screen; `nil` if there is none, or if the album has already moved on.
  ///
  /// A file that the user doesn't see yet is never changed.
  private var shown: [UInt8]? {
    let pictures = parts.gallery.pictures
    guard !parts.isOpening, let entry = pictures.shownEntry, entry.isFile,
      entry == pictures.album?.current
    else { return nil }
    return entry.path
  }

  /// Returns the file on the screen, or says why there is none to change.
  func shown(at now: Double) -> [UInt8]? {
    if let refusal = shownRefusal { say("no file to change: \(refusal)", at: now) }
    return shown
  }

  /// Returns the marked files, or else the one on the screen, or says why there is none.
  func all(at now: Double) -> [[UInt8]]? {
    let marked = marked
    return marked.isEmpty ? shown(at: now).map { [$0] } : marked
  }

  /// The marked files, in the order of their marks; none while other files are about to be opened.
  var marked: [[UInt8]] { parts.isOpening ? [] : marks.paths }

  /// Returns files with the RAW files that are one entry with them.
  func paired(_ paths: [[UInt8]]) -> [PairedFile] {
    let album = parts.gallery.pictures.album
    return paths.map { PairedFile(path: $0, raw: album?.raw(besidePath: $0)) }
  }

  /// Why commands can't change a file, in a few words; `nil` if they can.
  var refusal: String? { marks.isEmpty || parts.isOpening ? shownRefusal : nil }

  /// Why commands can't change the file on the screen; `nil` if they can.
  var shownRefusal: String? {
    guard shown == nil else { return nil }
    let pictures = parts.gallery.pictures
    guard let entry = pictures.shownEntry, pictures.album?.hasPictures == true else {
      return "no picture"
    }
    switch entry.origin {
    case .standardInput: return "standard input"
    case .pasted: return "no file"
    case .address, .sentAddress: return "not on this disk"
    case .tiles: return "tiles, no file"
    case .named, .found: return "still loading"
    }
  }

  /// Removes all marks because another album was opened: the next command must not change files
  /// that the user doesn't see.
  ///
  /// A job that fails later marks none of them again.
  func albumReplaced() {
    marks.removeAll()
    marks.forgetSuspended()
  }

  /// Shows a sentence about files for as long as a change can be undone with a click.
  func say(_ sentence: String, at now: Double) {
    parts.notices.showNote(sentence, until: now + UndoToast.duration)
  }

  // MARK: Marks

  /// True if the file on the screen is marked.
  var isShownMarked: Bool {
    parts.gallery.pictures.shownEntry.map { marks.contains($0.path) } ?? false
  }

  /// Marks the file on the screen, or removes its mark.
  func toggleMark(at now: Double) {
    guard let shown = shown(at: now) else { return }
    marks.toggle(shown)
    sayMarks(marks.contains(shown) ? "marked" : "not marked", at: now)
  }

  /// Marks all files from the last marked one to the one on the screen.
  func markRange(at now: Double) {
    guard let shown = shown(at: now), let files = knownFiles(at: now),
      let end = files.firstIndex(of: shown)
    else { return }
    let start = marks.last.flatMap(files.firstIndex) ?? end
    marks.add(files[min(start, end)...max(start, end)])
    sayMarks("marked", at: now)
  }

  /// Returns the album's files; `nil`, with a sentence, while some of them may turn out not to be
  /// pictures, which must not be marked.
  private func knownFiles(at now: Double) -> [[UInt8]]? {
    guard let album = parts.gallery.pictures.album, album.place?.isGrowing == false else {
      say("the folder is still being read", at: now)
      return nil
    }
    return album.files.map(\.path)
  }

  /// Marks the unmarked files, and unmarks the others.
  func invertMarks(at now: Double) {
    guard let files = knownFiles(at: now) else { return }
    let others = files.filter { !marks.contains($0) }
    marks.removeAll()
    marks.add(others)
    sayMarks("inverted", at: now)
  }

  func removeMarks(at now: Double) {
    marks.removeAll()
    sayMarks("none", at: now)
  }

  /// Goes to the next or previous marked file, around the ends.
  func goToMark(isBack: Bool, at now: Double) {
    let found = parts.gallery.pictures.album?.next(of: marks.paths, isBack: isBack)
    guard let found else { return }
    parts.gallery.receive(.goToFile(found), at: now)
  }

  private func sayMarks(_ word: String, at now: Double) {
    parts.showCaption(note: "\(word) · \(marks.count) marked in all", at: now)
    parts.updateTitle()
  }
}
