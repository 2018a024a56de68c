import GIOFiles
import Glibc
import Platform
import Windowing

/// Works with the desktop on a thread of its own: the portal waits for the user, and no answer of
/// another program may hold up the window.
///
/// Window thread only. What is not finished ends with the program.
final class DesktopWorker {
  private var cancellation: Cancellation?
  /// True while work runs: one at a time, since each may show a dialog.
  private var isBusy = false

  /// Begins work, which ends soon after its cancellation; returns false if other work runs.
  ///
  /// `work` sends an event at its end, and the event's receiver calls `noteEnd`.
  func begin(_ work: @escaping @Sendable (Cancellation) -> Void) throws(Errno) -> Bool {
    guard !isBusy else { return false }
    let cancellation = try Cancellation()
    // Drivers compile shaders on this thread, which needs more stack than drawing.
    _ = try Thread(name: "desktop", stackSize: 8 << 20) { work(cancellation) }
    self.cancellation = cancellation
    isBusy = true
    return true
  }

  func noteEnd() { isBusy = false }

  /// Cancels the work that runs; its dialogs close.
  func stop() { cancellation?.cancel() }
}

extension DesktopJob {
  /// Performs the job on the calling thread.
  func run(_ cancellation: Cancellation) -> DesktopEvent {
    do throws(UserError) {
      switch kind {
      case .print: return try print(cancellation)
      case .printByProgram: return try printByProgram(cancellation)
      case .wallpaper: return try setWallpaper(cancellation)
      }
    } catch {
      return .failed(error.sentence)
    }
  }

  private func failure(_ reason: String) -> UserError {
    let words = escapedForDisplay(reason.utf8, limit: 160)
    return UserError(
      sentence: kind == .wallpaper
        ? "the wallpaper was not set: \(words)" : "\(name) was not printed: \(words)")
  }

  /// The portal; `nil` if there is no session bus.
  private func portal(_ cancellation: Cancellation) -> GIOPortal? {
    do throws(GIOError) {
      return try GIOPortal { cancellation.isCancelled }
    } catch {
      return nil
    }
  }

  private var parent: String { GIOPortal.parent(window) }

  /// The name in GVariant's text format, without its quotes.
  private var title: String {
    var text = String.UnicodeScalarView()
    for letter in name.unicodeScalars where letter.value >= 0x20 && letter != "'" && letter != "\\"
    {
      text.append(letter)
    }
    return String(text)
  }

  // MARK: Printing

  private func print(_ cancellation: Cancellation) throws(UserError) -> DesktopEvent {
    var other = self
    other.kind = .printByProgram
    guard let portal = portal(cancellation) else { return .asksForPrinter(other) }
    let prepared = portal.request(("Print", "PreparePrint")) { token in
      "('\(parent)', '\(title)', @a{sv} {}, @a{sv} {}, {'handle_token': <'\(token)'>})"
    }
    switch prepared {
    case .missing: return .asksForPrinter(other)
    case .cancelled: return .done(nil)
    case .failed(let reason): throw failure(reason)
    case .granted(let choice, _):
      let file = try draw(cancellation)
      let printed = portal.request(("Print", "Print"), file: file.number) { token in
        let chosen = choice.map { ", 'token': <uint32 \($0)>" } ?? ""
        return "('\(parent)', '\(title)', handle 0, {'handle_token': <'\(token)'>\(chosen)})"
      }
      switch printed {
      case .granted: return .done("printing \(name)")
      case .cancelled: return .done(nil)
      case .failed(let reason): throw failure(reason)
      case .missing: throw failure("the desktop's portal has ended")
      }
    }
  }

  /// Seconds for `lp` to take a picture.
  private static let programLimit = 60.0

  private func printByProgram(_ cancellation: Cancellation) throws(UserError) -> DesktopEvent {
    let file = try draw(cancellation)
    let program: UserProgram
    do throws(Errno) {
      program = try UserProgram(
        ["lp", "-s", "-t", title, "-o", "fit-to-page"].map { Array($0.utf8) }, environment: [],
        input: file)
    } catch {
      throw failure(error.isMissingFile ? "there is no printer program (lp)" : error.message)
    }
    let end = MonotonicClock.now() + Self.programLimit
    while MonotonicClock.now() < end, !cancellation.isCancelled {
      var pollSet = PollSet()
      pollSet.add(program.descriptor)
      pollSet.add(cancellation.descriptor)
      pollSet.wait(timeout: end - MonotonicClock.now())
      switch program.reap() {
      case .exited(0): return .done("printing \(name)")
      case .exited(let status): throw failure("lp ended with status \(status)")
      case .signalled(let signal): throw failure("lp was ended by signal \(signal)")
      case nil: break
      }
    }
    throw failure("lp did not end")
  }

  /// Draws the picture on a page, in a file without a name, from whose start it is read.
  private func draw(_ cancellation: Cancellation) throws(UserError) -> FileDescriptor {
    let file: FileDescriptor
    do throws(Errno) { file = try UnnamedFile.create(in: UnnamedFile.folders()) } catch {
      throw failure(error.message)
    }
    guard let page = PrintedPage(writingTo: file.number) else { throw failure("out of memory") }
    var request = picture
    request.extent = .scaled(orientation, mostPixels: SaveRequest.mostPixels)
    try request.draw(
      cancellation,
      begin: { (size) throws(UserError) in
        do throws(Errno) { try page.start(size) } catch { throw failure(error.message) }
      },
      { (rows, _) throws(UserError) in
        do throws(Errno) { try page.write(rows: rows) } catch { throw failure(error.message) }
      })
    do throws(Errno) { try page.finish() } catch { throw failure(error.message) }
    lseek(file.number, 0, SEEK_SET)
    return file
  }

  // MARK: The wallpaper

  private func setWallpaper(_ cancellation: Cancellation) throws(UserError) -> DesktopEvent {
    if let portal = portal(cancellation) {
      switch try askForWallpaper(portal, cancellation) {
      case .granted: return .done("\(name) is the wallpaper")
      case .cancelled: return .done(nil)
      case .failed(let reason): throw failure(reason)
      case .missing: break
      }
    }
    try drawBehindWindows(cancellation)
    return .done("\(name) is the wallpaper until the session ends")
  }

  /// Asks the portal.
  ///
  /// It gets a file with a name, which stays for desktops that don't copy it: a picture that is
  /// declined must not replace the accepted one, so there are two names.
  private func askForWallpaper(
    _ portal: GIOPortal, _ cancellation: Cancellation
  ) throws(UserError) -> GIOPortal.Answer {
    guard let first = StateFile.path("wallpaper-1.png"),
      let second = StateFile.path("wallpaper-2.png")
    else { throw failure("there is no home folder") }
    let isFirstTaken = first.withCPath { access($0, F_OK) } == 0
    let (accepted, path) = isFirstTaken ? (first, second) : (second, first)
    var request = picture
    request.extent = .scaled(orientation, mostPixels: SaveRequest.mostPixels)
    StateFile.makeFolders(of: path)
    try request.write(to: .replacing(path), cancellation: cancellation)
    let file: FileDescriptor
    do throws(Errno) { file = try FileDescriptor.openForReading(path) } catch {
      throw failure(error.message)
    }
    let answer = portal.request(("Wallpaper", "SetWallpaperFile"), file: file.number) { token in
      "('\(parent)', handle 0, {'handle_token': <'\(token)'>, 'show-preview': <false>, "
        + "'set-on': <'background'>})"
    }
    let isGranted = if case .granted = answer { true } else { false }
    _ = (isGranted ? accepted : path).withCPath { unlink($0) }
    return answer
  }

  /// Draws the picture behind all windows, filling each monitor.
  private func drawBehindWindows(_ cancellation: Cancellation) throws(UserError) {
    let root: RootPicture
    do throws(PaintError) { root = try RootPicture() } catch { throw failure("\(error)") }
    for monitor in root.monitors {
      var request = picture
      request.extent = .filling(orientation, monitor.size)
      var y = monitor.minY
      try request.draw(
        cancellation, begin: { _ in },
        { rows, size in
          root.draw(rows, size: size, atX: monitor.minX, y: y)
          y += size.height
        })
    }
    guard root.show() else { throw failure("the X server has no memory for it") }
  }
}
