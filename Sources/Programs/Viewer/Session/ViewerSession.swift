import Decoding
import GIOFiles
import Geometry
import Gestures
import Platform
import Preferences
import Rendering
import Text
import Viewing
import Windowing

/// One window from start to end: creates the parts and runs the loop.
package final class ViewerSession {
  private let startTime = MonotonicClock.now()
  private let mailbox: Mailbox<SessionMessage>
  private let opener: PictureOpener
  private let text: TextRenderer
  private var listing: FolderListing?
  /// The folders to list once the first picture is complete, or at `due`; `nil` once listing has
  /// started.
  private var unlisted: (jobs: [ListingJob], due: Double)?
  /// The number of earlier albums; late answers about them are ignored.
  private var albumNumber = 0
  /// True once pictures are being distinguished from other files.
  private var isExamining = false
  /// Reads the settings file when it is saved; `nil` until the first picture is complete, and if it
  /// can't be watched.
  private var preferencesWatcher: PreferencesWatcher?
  /// Follows the desktop's portal; `nil` until the first picture is complete, and without a bus.
  private var portalWatcher: PortalSettingsWatcher?
  /// True once the settings file is watched, or can't be.
  private var hasTriedToWatch = false
  private var signals: TerminationSignals
  private let parts: ViewerParts
  private let controls: ViewerControls
  private let watching: AlbumWatching
  private var pollSet = PollSet()

  /// Connects to the display, creates the parts and opens the first picture.
  ///
  /// The first file's decoder starts before the display is contacted, if the file opens at once; it
  /// gets the display's properties later. With `watchesStart`, decoders report their milestones.
  init(
    paths names: [[UInt8]], settings: ViewSettings, watchesStart: Bool = false
  ) throws(UserError) {
    let paths = names.map(FileAddress.path(ofName:))
    let album = paths.first.map { Album(arguments: paths, first: ArgumentKind(path: $0)) }
    let display: DisplayConnection
    do throws(Errno) {
      signals = try TerminationSignals()
      let mailbox = try Mailbox<SessionMessage>()
      self.mailbox = mailbox
      text = try TextRenderer(complain: { StandardError.write($0) }) { mailbox.post(.text($0)) }
      opener = try PictureOpener(
        fetching: settings.makeFetchPool(), progress: { mailbox.post(.fetching($0, $1)) },
        changed: { mailbox.post(.fileChanged($0)) }, deliver: { mailbox.post(.opened($0)) })
    } catch {
      throw UserError(start: error)
    }
    let gallery = PictureGallery(
      album, settings: settings, opener: opener, watchesStart: watchesStart)
    gallery.receive(.began, at: startTime)
    var fileOpened: Double?
    func open(_ messages: [SessionMessage], at time: Double) {
      for case .opened(let opening) in messages {
        fileOpened = fileOpened ?? MonotonicClock.now()
        gallery.receive(.fileOpened(opening), at: time)
      }
    }
    var early: [SessionMessage] = []
    let hasFirstFile = gallery.pictures.isOpeningFile
    if hasFirstFile {
      early = mailbox.takeAll(within: Int32(StartSchedule.opening * 1000))
      open(early, at: startTime)
    }
    do throws(DisplayError) { display = try DisplayConnection() } catch {
      throw UserError(display: error)
    }
    let placement = WindowPlacement(settings, on: display)
    let profile = display.displayProfile(of: placement.monitor)
    gallery.prepare(largest: placement.largestSurface, profile: profile, at: startTime)
    // If the file is open by now, its decoder starts while the window is being created.
    let late = mailbox.takeAll()
    open(late, at: startTime)
    let surface = try placement.makeSurface(on: display, profile: profile)
    do throws(Errno) {
      parts = try ViewerParts(
        settings, on: surface, placement, gallery: gallery, text: text, mailbox: mailbox,
        startTime: startTime)
    } catch {
      throw UserError(start: error)
    }
    if let fileOpened { parts.measurements.reached(.fileOpen, at: fileOpened) }
    controls = ViewerControls(parts, parts.commands)
    watching = AlbumWatching(parts, isOn: settings.preferences.reloads) { [mailbox] in
      mailbox.post(.watched($0))
    }
    parts.view.inputHandlers = [parts.pictureDrag, parts.panels, controls, gallery]
    parts.refreshListing = { [weak self] in self?.refreshListing(isThorough: $0) }
    for message in early + late { if case .opened = message { continue } else { receive(message) } }
    parts.begin(hasAlbum: album != nil, at: startTime)
    if let album, !album.listingJobs.isEmpty {
      let delay = hasFirstFile ? StartSchedule.listing : 0
      unlisted = (album.listingJobs, due: startTime + delay)
      listFoldersIfDue(at: startTime)
    }
  }

  private func refreshListing(isThorough: Bool) {
    guard let listing else {
      // If listing has not begun yet, it will find all changes.
      if unlisted == nil { mailbox.post(.listing(.ended, album: albumNumber)) }
      return
    }
    listing.refresh(isThorough: isThorough)
  }

  /// Replaces the album.
  private func open(_ album: Album, at now: Double) {
    listing?.abandon()
    listing = nil
    albumNumber += 1
    parts.recent.beginAlbum()
    parts.targets.albumReplaced()
    isExamining = false
    let jobs = album.listingJobs
    unlisted = jobs.isEmpty ? nil : (jobs: jobs, due: now)
    parts.gallery.receive(.albumReplaced(album), at: parts.view.moment(now))
  }

  /// Opens the clipboard's contents.
  private func paste(_ pasted: Clipboard.Pasted, at now: Double) {
    if case .failed(let sentence) = pasted {
      parts.notices.showNote("nothing was pasted: \(sentence)", until: now + 5)
    } else if !open(pasted, at: now) {
      parts.notices.showNote(
        "the clipboard holds no picture, file or address", until: now + 4)
    }
  }

  /// Opens what was dropped on the window.
  private func openDrop(_ number: Int, _ content: Clipboard.Pasted, at now: Double) {
    let isOpened = open(content, at: now)
    parts.window.finishDrop(number, isAccepted: isOpened)
    if case .failed(let sentence) = content {
      parts.notices.showNote("nothing was dropped: \(sentence)", until: now + 5)
    } else if !isOpened {
      parts.notices.showNote("that is no picture, file or address", until: now + 4)
    }
  }

  /// Opens what comes from another program; returns false if it is nothing that can be opened.
  private func open(_ content: Clipboard.Pasted, at now: Double) -> Bool {
    guard case .received(let target, let data) = content else { return false }
    switch PastedContent(data, as: target) {
    case .picture(let file):
      opener.keep(file)
      open(Album(pasted: Array("pasted-\(albumNumber)".utf8)), at: now)
    case .names(let names): parts.openPasted(names)
    case .nothing: return false
    }
    return true
  }

  /// Starts to distinguish pictures from other files once the first picture is shown.
  private func examineFoldersIfDue(at now: Double) {
    guard !isExamining, let listing, parts.hasFirstPicture(at: now) else { return }
    isExamining = true
    listing.examine()
  }

  /// Follows the desktop's settings and the user's file once the first picture is complete.
  private func watchSettingsIfDue(at now: Double) {
    guard !hasTriedToWatch, parts.mayDoDeferredWork(at: now) else { return }
    hasTriedToWatch = true
    parts.window.followDesktop()
    let mailbox = mailbox
    portalWatcher = PortalSettingsWatcher {
      mailbox.post(.portal(DesktopSettings.Source(portal: $0)))
    }
    guard let path = PreferencesFile.path() else { return }
    // Where nothing can be watched, the settings are those of the start.
    preferencesWatcher = try? PreferencesWatcher(path, current: parts.settings.reading) {
      mailbox.post(.preferences($0))
    }
  }

  /// Watches what is shown once the first picture is complete, and lists changed folders again.
  private func followChanges(at now: Double) {
    let isReady =
      parts.hasFirstPicture(at: now)
      || parts.host.mappedAt != nil && parts.gallery.pictures.isWithoutPicture
    guard isReady, unlisted == nil else { return }
    watching.update(album: albumNumber)
    let changed = watching.takeChanged()
    if !changed.arguments.isEmpty {
      listing?.update(changed.arguments, isThorough: changed.isCertain)
    }
  }

  private func listFoldersIfDue(at now: Double) {
    guard let unlisted, parts.hasFirstPicture(at: now) || now >= unlisted.due else { return }
    self.unlisted = nil
    parts.measurements.reached(.listing, at: MonotonicClock.now())
    let (mailbox, number) = (mailbox, albumNumber)
    do throws(Errno) {
      listing = try FolderListing(unlisted.jobs, pairs: parts.settings.pairs) {
        mailbox.post(.listing($0, album: number))
      }
    } catch {
      parts.ending.finish(UserError(start: error))
    }
  }

  /// Runs until the user quits or nothing can be shown, and returns the error that ended it.
  func run() -> UserError? {
    while !parts.ending.isFinished {
      let start = MonotonicClock.now()
      controls.expire(at: start)
      parts.update(at: start)
      // Drawing takes time, and may have shown the first picture: the listing then starts now.
      let now = MonotonicClock.now()
      listFoldersIfDue(at: now)
      examineFoldersIfDue(at: now)
      watchSettingsIfDue(at: now)
      followChanges(at: now)
      if parts.ending.isFinished { break }
      wait()
      takeEvents()
    }
    close()
    return parts.ending.error
  }

  private func wait() {
    pollSet.removeAll()
    parts.host.addDescriptors(to: &pollSet)
    pollSet.add(mailbox.descriptor)
    pollSet.add(signals.number)
    parts.gallery.pool.addDescriptors(to: &pollSet)
    parts.remote.addDescriptors(to: &pollSet)
    parts.scripts.addDescriptors(to: &pollSet)
    let now = MonotonicClock.now()
    let deadline = [parts.deadline(at: now), controls.deadline, unlisted?.due].compactMap { $0 }
      .min()
    pollSet.wait(timeout: deadline.map { $0 - now })
  }

  /// Handles everything that has arrived: input first, since the user notices its latency.
  private func takeEvents() {
    if pollSet.isReadable(signals.number), signals.receive() {
      parts.ending.finish(isHurried: true)
    }
    parts.host.takeEvents()
    for message in mailbox.takeAll() { receive(message) }
    parts.remote.take(pollSet, at: MonotonicClock.now())
    parts.reapScripts(pollSet, at: MonotonicClock.now())
    parts.gallery.pool.reap()
  }

  private func receive(_ message: SessionMessage) {
    let now = MonotonicClock.now()
    switch message {
    case .text(let answer): parts.notices.receive(answer)
    case .listing(let event, let number):
      if number == albumNumber { parts.gallery.receive(.listed(event), at: now) }
    case .paths(.examined(let request, let first)):
      parts.noteExamined(request)
      if let input = request.input { opener.replaceStandardInput(by: input) }
      let album = Album(arguments: request.paths, first: first, isTyped: request.isTyped)
      open(album, at: now)
    case .paths(.notShown(let reason)):
      parts.notices.showNote(
        "the folder can't be shown: \(escapedForDisplay(reason.utf8, limit: 200))", until: now + 5)
    case .paths(let event): parts.panels.take(event)
    case .chosen(let choice): parts.chooser.receive(choice, at: now)
    case .desktop(let event): parts.desktop.receive(event, at: now)
    case .programs(let event): parts.openWith.receive(event, at: now)
    case .opened(let opening):
      parts.measurements.reached(.fileOpen, at: now)
      parts.gallery.receive(.fileOpened(opening), at: now)
    case .fileChanged(let id): parts.gallery.receive(.fileChanged(id), at: now)
    case .watched(let event): watching.receive(event, at: now)
    case .fetching(let entry, let progress):
      parts.gallery.receive(.fileProgressed(entry, fraction: progress.fraction), at: now)
    case .filters(let event): parts.perform(parts.filtering.receive(event), at: now)
    case .pasted(let pasted): paste(pasted, at: now)
    case .dropped(let number, let content): openDrop(number, content, at: now)
    case .dragged(let report): parts.pictureDrag.receive(report, at: now)
    case .color(let color): parts.colorCopier.receive(color, at: now)
    case .portal(let settings): parts.window.setPortal(settings)
    case .preferences(let reading): parts.reload(reading, at: parts.view.moment(now))
    case .saving(let event): parts.export.perform(parts.saving.receive(event), at: now)
    case .files(let event): parts.files.receive(event, at: now)
    }
  }

  /// Closes every part in the flow's order, so that none sends to a closed one.
  private func close() {
    parts.close()
    preferencesWatcher?.stop()
    portalWatcher?.stop()
    watching.stop()
    parts.paths.stop()
    parts.programs.stop()
    parts.chooser.stop()
    parts.desktop.stop()
    parts.clipboard.finish()
    listing?.stop()
    opener.stop()
    text.stop()
    let isLost = parts.window.display.isLost
    let isHurried = waitForFiles(isHurried: parts.ending.isHurried || isLost)
    parts.files.finish(isHurried: isHurried)
    parts.saving.finish(isHurried: isHurried, wait: waitForSaving) {
      StandardError.write($0)
    }
  }

  /// Waits until all changes of files are finished; returns true if a signal interrupted that.
  private func waitForFiles(isHurried: Bool) -> Bool {
    var isHurried = isHurried
    while parts.files.isBusy, !isHurried {
      pollSet.removeAll()
      pollSet.add(mailbox.descriptor)
      pollSet.add(signals.number)
      pollSet.wait(timeout: nil)
      isHurried = pollSet.isReadable(signals.number) && signals.receive()
      for message in mailbox.takeAll() {
        switch message {
        case .files(let event): parts.files.settle(event)
        case .saving(let event):
          for case .printToStandardError(let line) in parts.saving.receive(event) {
            StandardError.write(line)
          }
        default: break
        }
      }
    }
    return isHurried
  }

  private func waitForSaving() -> Saving.Wake {
    pollSet.removeAll()
    pollSet.add(mailbox.descriptor)
    pollSet.add(signals.number)
    pollSet.wait(timeout: nil)
    var wake = Saving.Wake()
    wake.isHurried = pollSet.isReadable(signals.number) && signals.receive()
    for case .saving(let event) in mailbox.takeAll() { wake.events.append(event) }
    return wake
  }

  /// The marked files, for `--print-marked`.
  var markedPaths: [[UInt8]] { parts.targets.marks.paths }

  /// The statistics for `--stats`.
  var statistics: Statistics { parts.measurements.statistics }
}
