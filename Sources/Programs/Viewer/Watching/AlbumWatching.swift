import Platform

/// Follows what other programs do with the shown file and the album's folders.
///
/// Window thread only. The watching thread is started once the first picture is complete.
final class AlbumWatching {
  private unowned let parts: ViewerParts
  private let deliver: @Sendable (WatchEvent) -> Void
  private let isOn: Bool
  private var watcher: AlbumWatcher?
  private var hasFailed = false
  private var watched = WatchedPlaces()
  /// The album and the state of its listing for which its folders were last looked up.
  private var known: (album: Int, isListing: Bool)?
  /// The arguments whose folders are to be listed again.
  private var changed: Set<Int> = []
  private var isCertain = false

  /// Creates an object that watches nothing yet; the watching thread calls `deliver`.
  init(_ parts: ViewerParts, isOn: Bool, deliver: @escaping @Sendable (WatchEvent) -> Void) {
    self.parts = parts
    self.isOn = isOn
    self.deliver = deliver
  }

  /// Watches what is shown now; the album has a number.
  func update(album number: Int) {
    let pictures = parts.gallery.pictures
    guard isOn, !hasFailed, let album = pictures.album else { return }
    if known?.album != number || known?.isListing != album.isListing {
      known = (number, album.isListing)
      watched.album = number
      watched.folders = album.isListing ? [] : album.watchedFolders
    } else if watcher != nil, watched.shown == pictures.watchedFile {
      return
    }
    watched.shown = pictures.watchedFile
    guard watcher != nil || watched.shown != nil || !watched.folders.isEmpty else { return }
    start()?.watch(watched)
  }

  private func start() -> AlbumWatcher? {
    if watcher == nil {
      do throws(Errno) {
        watcher = try AlbumWatcher(deliver: deliver)
      } catch {
        hasFailed = true
        deliver(.failed("changes by other programs are not noticed: \(error.message)"))
      }
    }
    return watcher
  }

  /// Handles an event of the watching thread.
  func receive(_ event: WatchEvent, at now: Double) {
    let pictures = parts.gallery.pictures
    switch event {
    case .written(let path): parts.gallery.receive(.fileWritten(path), at: now)
    case .renamed(let path, let new):
      // The viewer's own renaming is known already.
      guard pictures.shownEntry?.path == path else { return }
      parts.targets.marks.rename(path, to: new)
      parts.gallery.receive(.filesChanged([AlbumChange(gone: path, new: new)]), at: now)
    case .gone(let path, let departure):
      parts.gallery.receive(.fileGone(path, departure), at: now)
    case .foldersChanged(let arguments, let album, let isCertain):
      guard album == known?.album else { return }
      changed.formUnion(arguments)
      self.isCertain = self.isCertain || isCertain
    case .failed(let sentence): StandardError.write(sentence)
    }
  }

  /// Returns the arguments whose folders are to be listed again, and whether they have certainly
  /// changed; none while the viewer itself changes files, which the album knows already.
  func takeChanged() -> (arguments: Set<Int>, isCertain: Bool) {
    guard !changed.isEmpty, !parts.files.isBusy else { return ([], false) }
    defer { (changed, isCertain) = ([], false) }
    return (changed, isCertain)
  }

  /// Ends the thread.
  func stop() { watcher?.stop() }
}

extension Album {
  fileprivate var watchedFolders: [WatchedPlaces.Folder] {
    sections.compactMap { section in
      guard !section.isManifest, let folder = section.folder else { return nil }
      return WatchedPlaces.Folder(argument: section.argument, path: folder.listedPath)
    }
  }
}

extension AlbumPictures {
  /// The file to watch: the one on the screen, or that could not be shown.
  fileprivate var watchedFile: WatchedPlaces.Shown? {
    guard let entry = shownEntry, entry.isFile else { return nil }
    return WatchedPlaces.Shown(path: entry.path, isOpen: pictures.shown != nil)
  }
}
