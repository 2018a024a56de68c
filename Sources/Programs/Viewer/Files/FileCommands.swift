import FileChanges
import Geometry
import Platform

/// The commands that change files, with marks and undo.
///
/// Window thread only. A worker thread, started for the first command, changes the files and calls
/// `deliver`; the window thread passes its events to `receive`.
final class FileCommands {
  private unowned let parts: ViewerParts
  private let deliver: @Sendable (FileJobEvent) -> Void
  private var worker: FileWorker?
  private var journal = FileJournal()
  /// The number of jobs that have not ended.
  private var pending = 0
  /// How often the user has asked to undo while a job had not ended.
  private var owedUndos = 0
  private var recent: RecentFolders?
  /// The marked files.
  private(set) var marks = FileMarks()
  /// The marked files that are being trashed or deleted.
  private var unmarked: Set<[UInt8]> = []
  /// The progress of the current job, from 0 to 1; `nil` unless there is a long one.
  private(set) var progress: Double?

  init(_ parts: ViewerParts, deliver: @escaping @Sendable (FileJobEvent) -> Void) {
    self.parts = parts
    self.deliver = deliver
  }

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
  private func shown(at now: Double) -> [UInt8]? {
    if let refusal = shownRefusal { say("no file to change: \(refusal)", at: now) }
    return shown
  }

  /// Returns the marked files, or else the one on the screen, or says why there is none.
  private func targets(at now: Double) -> [[UInt8]]? {
    if marks.isEmpty || parts.isOpening { return shown(at: now).map { [$0] } }
    return marks.paths
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

  /// True if there is something to undo.
  var canUndo: Bool { journal.last != nil }

  // MARK: Commands

  /// Returns files with the RAW files that are one entry with them.
  private func paired(_ paths: [[UInt8]]) -> [PairedFile] {
    let album = parts.gallery.pictures.album
    return paths.map { PairedFile(path: $0, raw: album?.raw(besidePath: $0)) }
  }

  /// Moves files to the trash; the next picture is shown at once.
  func trash(at now: Double) {
    guard let targets = targets(at: now) else { return }
    let files = paired(targets)
    if files.contains(where: { $0.raw != nil }) {
      return parts.fileDialog.ask(.pairs(isDeletion: false, files))
    }
    perform(targets.map { FileRequest(.trash, $0) }, at: now)
  }

  /// Asks whether to delete files for good.
  func delete(at now: Double) {
    guard let targets = targets(at: now) else { return }
    let files = paired(targets)
    let isPaired = files.contains { $0.raw != nil }
    parts.fileDialog.ask(
      isPaired ? .pairs(isDeletion: true, files) : .deletion(targets, reason: nil))
  }

  /// Asks for a new name of the file on the screen.
  func rename(at now: Double) {
    guard let shown = shown(at: now) else { return }
    parts.fileDialog.ask(
      .name(shown, raw: parts.gallery.pictures.album?.raw(besidePath: shown)))
  }

  /// Asks for a folder to copy or move files into.
  func transfer(isMove: Bool, at now: Double) {
    guard let targets = targets(at: now) else { return }
    let recent = recent ?? .read()
    self.recent = recent
    let files = paired(targets).flatMap(\.all)
    parts.fileDialog.ask(.folder(isMove: isMove, files, recent: recent.folders))
  }

  /// Asks for a program to open files with.
  func openWith(at now: Double) {
    if let targets = targets(at: now) {
      parts.openWith.ask(for: targets.map(PathBytes.absolute))
    }
  }

  /// Turns the pictures in files, as they are seen.
  func turn(_ orientation: Orientation, at now: Double) {
    guard let targets = targets(at: now) else { return }
    perform(targets.map { FileRequest(.turn(FileTurn(by: orientation)), $0) }, at: now)
  }

  /// Undoes the last change.
  ///
  /// A change that is still running is undone as soon as it has finished.
  func undo(at now: Double) {
    _ = parts.undoToast.hide(at: now)
    guard pending == 0 else { return owedUndos += 1 }
    guard let changes = journal.takeLast() else { return say("there is nothing to undo", at: now) }
    begin(.undo(changes), at: now)
  }

  /// Performs undo commands that came while a job was running.
  private func undoOwed(at now: Double) {
    guard owedUndos > 0, pending == 0 else { return }
    owedUndos -= 1
    undo(at: now)
  }

  /// Cancels copying; returns false if no copy is running.
  func cancel() -> Bool {
    guard progress != nil else { return false }
    worker?.cancel()
    return true
  }

  /// Performs requests that the user has chosen.
  func perform(_ requests: [FileRequest], at now: Double) {
    guard let first = requests.first else { return }
    switch first.action {
    case .trash, .delete:
      unmarked.formUnion(requests.map(\.path).filter(marks.contains))
      marks.remove(unmarked)
      // Show the neighbour in the next frame, without waiting for the worker's answer.
      parts.gallery.receive(.filesChanged(requests.map { AlbumChange(gone: $0.path) }), at: now)
    case .copy(let folder), .move(let folder): remember(folder)
    case .rename, .turn: break
    }
    // If one file is deleted and the others go to the trash, those are a job of their own, which
    // can be undone.
    let deleted = requests.prefix { $0.action == .delete }
    let others = requests.dropFirst(deleted.count)
    for group in [deleted, others] where !group.isEmpty { begin(.perform(Array(group)), at: now) }
  }

  /// Follows a marked file that another program has renamed.
  func follow(_ path: [UInt8], to new: [UInt8]) { marks.rename(path, to: new) }

  /// Removes all marks because another album was opened: the next command must not change files
  /// that the user doesn't see.
  ///
  /// A job that fails later marks none of them again.
  func albumReplaced() {
    marks.removeAll()
    unmarked.removeAll()
  }

  private func remember(_ folder: [UInt8]) {
    var recent = recent ?? .read()
    recent.add(folder)
    if recent != self.recent { recent.write() }
    self.recent = recent
  }

  private func begin(_ job: FileJob, at now: Double) {
    do throws(Errno) {
      if worker == nil { worker = try FileWorker(deliver: deliver) }
      pending += 1
      worker?.begin(job)
    } catch {
      receive(Self.failure(of: job, error), at: now)
    }
  }

  /// The answer to a job for which there is no thread.
  private static func failure(of job: FileJob, _ error: Errno) -> FileJobEvent {
    switch job {
    case .perform(let requests):
      .performed([], rest: requests, error: FileChangeError(.system(error), requests[0].path))
    case .undo(let changes):
      .undone([], rest: changes, errors: [FileChangeError(.system(error), changes[0].path)])
    }
  }

  /// True while changes are running.
  var isBusy: Bool { pending > 0 }

  /// Handles an event after the window has closed: an error is written to standard error.
  func settle(_ event: FileJobEvent) {
    switch event {
    case .progress: break
    case .performed(let changes, let rest, let error):
      pending = max(0, pending - 1)
      unmarked.subtract(changes.map(\.path))
      marks.remove(changes.filter { if case .moved = $0.kind { true } else { false } }.map(\.path))
      guard let error else { return }
      marks.add(rest.map(\.path).filter { unmarked.remove($0) != nil })
      let others = rest.count > 1 ? "; \(rest.count - 1) more are unchanged" : ""
      StandardError.write(error.sentence + others)
    case .undone(_, _, let errors):
      pending = max(0, pending - 1)
      for error in errors { StandardError.write(error.sentence) }
    }
  }

  /// Finishes all changes; after a signal or a lost display, cancels copies and waits for at most 2
  /// s.
  func finish(isHurried: Bool) {
    if isHurried { worker?.cancel() }
    worker?.stop(within: isHurried ? 2 : nil)
  }

  // MARK: Answers

  /// Handles an event of the worker thread.
  func receive(_ event: FileJobEvent, at now: Double) {
    switch event {
    case .progress(let fraction): progress = fraction
    case .performed(let changes, let rest, let error):
      pending = max(0, pending - 1)
      progress = nil
      // The change to undo has failed: don't undo an older one instead.
      if changes.isEmpty, owedUndos > 0 { owedUndos -= 1 }
      take(changes, at: now)
      if let error { take(error, rest, at: now) }
    case .undone(let undone, let rest, let errors):
      pending = max(0, pending - 1)
      progress = nil
      take(undone, errors, at: now)
      // The next undo tries these again, not an older change.
      journal.add(rest)
    }
    parts.updateProgress(at: now)
    undoOwed(at: now)
  }

  private func take(_ changes: [FileChange], at now: Double) {
    guard let first = changes.first else { return }
    journal.add(changes)
    var moves: [AlbumChange] = []
    var elsewhere: [[UInt8]] = []
    for change in changes {
      switch change.kind {
      case .trashed, .deleted: unmarked.remove(change.path)
      case .moved(let path):
        // Remove the marks of moved files: the next command must not change files that the user
        // doesn't see.
        if PathBytes.folder(of: path) == PathBytes.folder(of: change.path) {
          marks.rename(change.path, to: path)
        } else {
          elsewhere.append(change.path)
        }
        moves.append(AlbumChange(gone: change.path, new: path))
      case .copied(let path, _): moves.append(AlbumChange(new: path))
      case .turned(let turned):
        for path in [change.path] + turned.links { reload(path, at: now) }
      }
    }
    marks.remove(elsewhere)
    if !moves.isEmpty { parts.gallery.receive(.filesChanged(moves), at: now) }
    let sentence = FileSentence.done(changes)
    if first.isUndoable {
      parts.undoToast.show(sentence, at: now)
    } else {
      say(sentence, at: now)
    }
  }

  /// Shows a file anew that has other contents; its view stays.
  private func reload(_ path: [UInt8], at now: Double) {
    for picture in parts.gallery.pictures.pictures.all
    where picture.entry.isFile && picture.entry.path == path {
      parts.gallery.receive(.fileChanged(picture.id), at: now)
    }
  }

  private func take(_ error: FileChangeError, _ rest: [FileRequest], at now: Double) {
    if error.kind == .gone, let gone = rest.first {
      // Another program has removed the file: continue with the others.
      unmarked.remove(gone.path)
      marks.remove([gone.path])
      say(error.sentence, at: now)
      let others = Array(rest.dropFirst())
      if !others.isEmpty { begin(.perform(others), at: now) }
      return
    }
    switch rest.first?.action {
    case .trash?, .delete?:
      // The files are unchanged: show and mark them again.
      marks.add(rest.map(\.path).filter { unmarked.remove($0) != nil })
      let first = rest[0].path
      let back = rest.reversed().map { AlbumChange(new: $0.path, goesThere: $0.path == first) }
      parts.gallery.receive(.filesChanged(back), at: now)
    default: break
    }
    switch (error.kind, rest.first?.action) {
    case (.noTrash, .trash?):
      parts.fileDialog.ask(.deletion(rest.map(\.path), reason: error.sentence))
    case (.collision, _), (.folderInTheWay, _): parts.fileDialog.ask(.collision(error, rest))
    case (.otherNames, _): parts.fileDialog.ask(.turning(error, rest))
    case (.notTurned(let refusal), _) where refusal.allowsTag:
      parts.fileDialog.ask(.turning(error, rest))
    default:
      let others = rest.count > 1 ? "; \(rest.count - 1) more are unchanged" : ""
      say(error.sentence + others, at: now)
    }
  }

  private func take(_ undone: [UndoneChange], _ errors: [FileChangeError], at now: Double) {
    var changes = undone.map { AlbumChange(gone: $0.disappeared, new: $0.appeared) }
    // Return to the picture whose change was undone.
    if let index = changes.lastIndex(where: { $0.new != nil }) { changes[index].goesThere = true }
    parts.gallery.receive(.filesChanged(changes), at: now)
    let rewritten = undone.compactMap(\.rewritten)
    if let last = rewritten.last { parts.gallery.receive(.goToFile(last), at: now) }
    for path in rewritten + undone.flatMap(\.links) { reload(path, at: now) }
    journal.renew(undone.compactMap(\.renewed))
    for change in undone {
      if let gone = change.disappeared, let new = change.appeared { marks.rename(gone, to: new) }
    }
    let problems = (errors + undone.compactMap(\.complaint)).map(\.sentence)
    if let problem = problems.last {
      say(problem, at: now)
    } else if !undone.isEmpty {
      say(FileSentence.undone(undone), at: now)
    }
  }

  private func say(_ sentence: String, at now: Double) {
    parts.notices.showNote(sentence, until: now + UndoToast.duration)
  }
}

// MARK: Marks

extension FileCommands {
  /// Marks the file on the screen, or removes its mark.
  func toggleMark(at now: Double) {
    guard let shown = shown(at: now) else { return }
    marks.toggle(shown)
    sayMarks(marks.contains(shown) ? "marked" : "not marked", at: now)
  }

  /// Marks all files from the last marked one to the one on the screen.
  func markRange(at now: Double) {
    guard let shown = shown(at: now), let files = knownFiles(at: now) else { return }
    guard let end = files.firstIndex(of: shown) else { return }
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

  /// Removes all marks.
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

  /// True if the file on the screen is marked.
  var isShownMarked: Bool {
    parts.gallery.pictures.shownEntry.map { marks.contains($0.path) } ?? false
  }

  private func sayMarks(_ word: String, at now: Double) {
    parts.showCaption(note: "\(word) · \(marks.count) marked in all", at: now)
    parts.updateTitle()
  }
}
