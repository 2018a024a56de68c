import Glibc
import Platform
import Synchronization

/// A thread that watches the shown file and the album's folders for changes by other programs.
final class AlbumWatcher: Sendable {
  private enum Message: Sendable {
    case watch(WatchedPlaces)
    case stop
  }

  private let mailbox: Mailbox<Message>
  private let thread: JoinableThread

  /// Starts the thread, which calls `deliver`.
  init(deliver: @escaping @Sendable (WatchEvent) -> Void) throws(Errno) {
    let mailbox = try Mailbox<Message>()
    self.mailbox = mailbox
    let watch = Mutex(Optional(try FolderWatch()))
    thread = try JoinableThread(name: "watching") {
      guard let watch = watch.withLock({ $0.take() }) else { return }
      var worker = WatchedAlbum(watch: watch, deliver: deliver)
      var pollSet = PollSet()
      var isPacing = false
      while true {
        pollSet.removeAll()
        pollSet.add(mailbox.descriptor)
        if !isPacing { pollSet.add(worker.number) }
        let timeout = worker.deadline.map { max(0, $0 - MonotonicClock.now()) }
        pollSet.wait(timeout: isPacing ? min(timeout ?? Self.pace, Self.pace) : timeout)
        for message in mailbox.takeAll() {
          switch message {
          case .watch(let places): worker.watch(places, at: MonotonicClock.now())
          case .stop: return
          }
        }
        // Programs may change files faster than anyone can look.
        isPacing = !isPacing && pollSet.isReadable(worker.number)
        if isPacing { worker.takeChanges(at: MonotonicClock.now()) }
        worker.act(at: MonotonicClock.now())
      }
    }
  }

  /// The shortest time between two readings of changes, in seconds.
  private static let pace = 0.02

  /// Replaces what is watched.
  func watch(_ places: WatchedPlaces) { mailbox.post(.watch(places)) }

  /// Ends the thread, and waits for it for at most 2 s.
  func stop() {
    mailbox.post(.stop)
    thread.join(within: 2)
  }
}
