import FileChanges
import Geometry
import Platform

/// The commands that change files, and the way back.
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
  /// The progress of the current job, from 0 to 1; `nil` unless there is a long one.
  private(set) var progress: Double?

  init(_ parts: ViewerParts, deliver: @escaping @Sendable (FileJobEvent) -> Void) {
    self.parts = parts
    self.deliver = deliver
  }

  private var targets: FileTargets { parts.targets }

  /// True if there is something to undo.
  var canUndo: Bool { journal.last != nil }

  // MARK: Commands

  /// Moves files to the trash, and shows the next picture at once; asks whether to delete them for
  /// good.
  func remove(isForGood: Bool, at now: Double) {
    guard let paths = targets.all(at: now) else { return }
    let files = targets.paired(paths)
    if files.contains(where: { $0.raw != nil }) {
      parts.fileDialog.ask(.pairs(isDeletion: isForGood, files))
    } else if isForGood {
      parts.fileDialog.ask(.deletion(paths, reason: nil))
    } else {
      perform(paths.map { FileRequest(.trash, $0) }, at: now)
    }
  }

  /// Asks for a new name of the file on the screen.
  func rename(at now: Double) {
    guard let shown = targets.shown(at: now) else { return }
    parts.fileDialog.ask(
      .name(shown, raw: parts.gallery.pictures.album?.raw(besidePath: shown)))
  }

  /// Asks for a folder to copy or move files into.
  func transfer(isMove: Bool, at now: Double) {
    guard let paths = targets.all(at: now) else { return }
    let recent = recent ?? .read()
    self.recent = recent
    let files = targets.paired(paths).flatMap(\.all)
    parts.fileDialog.ask(
      .folder(
        isMove: isMove, files, recent: recent.folders, slots: parts.settings.folders))
  }

  /// Asks for a program to open files with.
  func openWith(at now: Double) {
    if let paths = targets.all(at: now) { parts.openWith.ask(for: paths.map(PathBytes.absolute)) }
  }

  /// Turns the pictures in files, as they are seen.
  func turn(_ orientation: Orientation, at now: Double) {
    guard let paths = targets.all(at: now) else { return }
    perform(paths.map { FileRequest(.turn(FileTurn(by: orientation)), $0) }, at: now)
  }

  /// Undoes the last change.
  ///
  /// A change that is still running is undone as soon as it has finished.
  func undo(at now: Double) {
    _ = parts.undoToast.hide(at: now)
    guard pending == 0 else { return owedUndos += 1 }
    guard let changes = journal.takeLast() else {
      return targets.say("there is nothing to undo", at: now)
    }
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
      targets.marks.suspend(requests.map(\.path))
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
      for change in changes {
        switch change.kind {
        case .trashed, .deleted, .moved: targets.marks.forget([change.path])
        case .copied, .turned: break
        }
      }
      guard let error else { return }
      targets.marks.restore(rest.map(\.path))
      StandardError.write(Self.sentence(error, rest))
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
      case .trashed, .deleted: targets.marks.forget([change.path])
      case .moved(let path):
        // Remove the marks of moved files: the next command must not change files that the user
        // doesn't see.
        if PathBytes.folder(of: path) == PathBytes.folder(of: change.path) {
          targets.marks.rename(change.path, to: path)
        } else {
          elsewhere.append(change.path)
        }
        moves.append(AlbumChange(gone: change.path, new: path))
      case .copied(let path, _): moves.append(AlbumChange(new: path))
      case .turned(let turned):
        for path in [change.path] + turned.links { reload(path, at: now) }
      }
    }
    targets.marks.remove(elsewhere)
    if !moves.isEmpty { parts.gallery.receive(.filesChanged(moves), at: now) }
    let sentence = FileSentence.done(changes)
    if first.isUndoable {
      parts.undoToast.show(sentence, at: now)
    } else {
      targets.say(sentence, at: now)
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
      targets.marks.forget([gone.path])
      targets.say(error.sentence, at: now)
      let others = Array(rest.dropFirst())
      if !others.isEmpty { begin(.perform(others), at: now) }
      return
    }
    switch rest.first?.action {
    case .trash?, .delete?:
      // The files are unchanged: show and mark them again.
      targets.marks.restore(rest.map(\.path))
      let first = rest[0].path
      let back = rest.reversed().map { AlbumChange(new: $0.path, goesThere: $0.path == first) }
      parts.gallery.receive(.filesChanged(back), at: now)
    default: break
    }
    switch (error.kind, rest.first?.action) {
    case (.noTrash, .trash?):
      let paths = rest.map(\.path)
      parts.fileDialog.askAbout(.deletion(paths, reason: error.sentence), at: now)
    case (.collision, _), (.folderInTheWay, _):
      parts.fileDialog.askAbout(.collision(error, rest), at: now)
    case (.otherNames, _): parts.fileDialog.askAbout(.turning(error, rest), at: now)
    case (.notTurned(let refusal), _) where refusal.allowsTag:
      parts.fileDialog.askAbout(.turning(error, rest), at: now)
    default: targets.say(Self.sentence(error, rest), at: now)
    }
  }

  /// Returns the sentence of an error, with the number of files that it leaves unchanged.
  private static func sentence(_ error: FileChangeError, _ rest: [FileRequest]) -> String {
    error.sentence + (rest.count > 1 ? "; \(rest.count - 1) more are unchanged" : "")
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
      guard let gone = change.disappeared, let new = change.appeared else { continue }
      targets.marks.rename(gone, to: new)
    }
    let problems = (errors + undone.compactMap(\.complaint)).map(\.sentence)
    if let problem = problems.last {
      targets.say(problem, at: now)
    } else if !undone.isEmpty {
      targets.say(FileSentence.undone(undone), at: now)
    }
  }
}
