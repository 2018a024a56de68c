import DecoderProtocol
import Decoding
import Fetching
import Glibc
import Platform
import TilePlaces
import Tiles

/// The result of opening an entry.
struct PictureOpening: Sendable {
  let entry: AlbumEntry
  /// The open file or the error.
  let result: Result<OpenedPicture, PictureFileError>
}

/// A thread that opens entries, so that a slow disk never blocks the window.
///
/// Each pipe is copied once to an unnamed file, by a thread of its own; the entry can then be
/// opened any number of times. Addresses are fetched by the fetcher process.
final class PictureOpener: Sendable {
  private enum Message: Sendable {
    case open(AlbumEntry, isReload: Bool)
    case abandon(AlbumEntry)
    case allow(String)
    case keep(Shared<FileDescriptor>)
    case check(AlbumEntry, SourceID, FileStamp)
    case replaceInput(Shared<FileDescriptor>)
    case spooled(Source, Result<SpooledFile, PictureFileError>)
    /// The result of the fetch with this number.
    case fetched(UInt64, PictureOpening)
    case stop
  }

  /// A spooled input: standard input, with the number of its replacements, or a named pipe.
  private enum Source: Hashable, Sendable {
    case standardInput(Int)
    case pipe([UInt8])
  }

  private let mailbox: Mailbox<Message>
  private let thread: JoinableThread

  /// Starts the thread, which calls `deliver`; another thread calls `progress` during a fetch.
  init(
    standardInput: Int32 = STDIN_FILENO,
    spoolInto makeFile: @escaping @Sendable () throws(PictureFileError) -> SpooledFile = {
      () throws(PictureFileError) in try SpooledFile()
    },
    fetching pool: FetchPool = FetchPool(folders: UnnamedFile.folders()),
    progress: @escaping @Sendable (AlbumEntry, FetchProgress) -> Void = { _, _ in },
    changed: @escaping @Sendable (SourceID) -> Void = { _ in },
    deliver: @escaping @Sendable (PictureOpening) -> Void
  ) throws(Errno) {
    let mailbox = try Mailbox<Message>()
    self.mailbox = mailbox
    thread = try JoinableThread(name: "opener") {
      var worker = Worker(
        mailbox: mailbox, standardInput: standardInput, makeFile: makeFile, pool: pool,
        progress: progress, changed: changed, deliver: deliver)
      worker.run()
    }
  }

  /// Requests an entry; each request is answered once.
  ///
  /// A reload of an address asks its server, whatever the cache has.
  func open(_ entry: AlbumEntry, isReload: Bool = false) {
    mailbox.post(.open(entry, isReload: isReload))
  }

  /// Cancels the fetch of an entry; no answer follows.
  func abandon(_ entry: AlbumEntry) { mailbox.post(.abandon(entry)) }

  /// Allows downloads from a host that a local file names, and that the user was asked about.
  func allow(_ host: String) { mailbox.post(.allow(host)) }

  /// Stores the file of a pasted picture for `open`, replacing an earlier one.
  func keep(_ pasted: Shared<FileDescriptor>) { mailbox.post(.keep(pasted)) }

  /// Checks that an entry's path still leads to the file that a source has open, and calls
  /// `changed` if it leads to another or a modified one.
  func check(_ entry: AlbumEntry, of id: SourceID, openedAs stamp: FileStamp) {
    mailbox.post(.check(entry, id, stamp))
  }

  /// Replaces standard input for entries that are opened from now on.
  func replaceStandardInput(by input: Shared<FileDescriptor>) { mailbox.post(.replaceInput(input)) }

  /// Ends the thread and those that spool, and waits for them, for at most 2 s.
  func stop() {
    mailbox.post(.stop)
    thread.join(within: 2)
  }

  private struct Worker {
    let mailbox: Mailbox<Message>
    private var standardInput: Int32
    /// The replacement for standard input, and the number of replacements.
    private var input: (descriptor: Shared<FileDescriptor>?, number: Int) = (nil, 0)
    let makeFile: @Sendable () throws(PictureFileError) -> SpooledFile
    let pool: FetchPool
    let progress: @Sendable (AlbumEntry, FetchProgress) -> Void
    let changed: @Sendable (SourceID) -> Void
    let deliver: @Sendable (PictureOpening) -> Void
    /// The running fetches: their own number, and the ticket of the `FetchPool`.
    private var fetching: [AlbumEntry: (number: UInt64, ticket: UInt32?)] = [:]
    private var lastFetch: UInt64 = 0
    /// The file of the pasted picture.
    private var pasted: Shared<FileDescriptor>?
    private var spooled: [Source: Result<SpooledFile, PictureFileError>] = [:]
    private var spooler: [Source: PipeSpooler] = [:]
    private var waiting: [Source: [AlbumEntry]] = [:]

    init(
      mailbox: Mailbox<Message>, standardInput: Int32,
      makeFile: @escaping @Sendable () throws(PictureFileError) -> SpooledFile,
      pool: FetchPool, progress: @escaping @Sendable (AlbumEntry, FetchProgress) -> Void,
      changed: @escaping @Sendable (SourceID) -> Void,
      deliver: @escaping @Sendable (PictureOpening) -> Void
    ) {
      self.progress = progress
      self.changed = changed
      self.pool = pool
      self.mailbox = mailbox
      self.standardInput = standardInput
      self.makeFile = makeFile
      self.deliver = deliver
    }

    mutating func run() {
      while true {
        for message in mailbox.waitForMessages() {
          switch message {
          case .open(let entry, let isReload): answer(entry, isReload: isReload)
          case .check(let entry, let id, let stamp):
            // A deleted file stays visible as long as it is open.
            if let now = FileStamp(at: entry.path), now != stamp { changed(id) }
          case .spooled(let source, let result):
            guard let finished = spooler.removeValue(forKey: source) else { continue }
            finished.stop()
            spooled[source] = result
            for entry in waiting.removeValue(forKey: source) ?? [] { answer(entry) }
          case .replaceInput(let input):
            let source = Source.standardInput(self.input.number)
            standardInput = input.value.number
            self.input = (input, self.input.number + 1)
            spooler.removeValue(forKey: source)?.stop()
            spooled[source] = nil
            for entry in waiting.removeValue(forKey: source) ?? [] { answer(entry) }
          case .abandon(let entry):
            guard let ticket = fetching.removeValue(forKey: entry)?.ticket else { continue }
            pool.cancel(ticket)
          case .allow(let host): pool.confirm(host)
          case .keep(let file): pasted = file
          case .fetched(let number, let opening):
            guard fetching[opening.entry]?.number == number else { continue }
            fetching[opening.entry] = nil
            deliver(Self.expanded(opening))
          case .stop:
            for thread in spooler.values { thread.stop() }
            return
          }
        }
      }
    }

    private mutating func answer(_ entry: AlbumEntry, isReload: Bool = false) {
      if entry.isAddress { return fetch(entry, isReload: isReload) }
      do throws(PictureFileError) {
        if entry.origin == .tiles, let tiles = NamedTiles(path: entry.path) {
          let picture = try OpenedPicture(tiles)
          return deliver(PictureOpening(entry: entry, result: .success(picture)))
        }
        guard let file = try entry.origin == .pasted ? openPasted() : open(entry) else { return }
        // A pipe's contents have no location.
        let isNamed = entry.isFile
        let picture = try OpenedPicture(file, path: isNamed ? entry.path : [])
        // Paging through a folder must not send network requests.
        guard picture.format != .manifest || entry.origin != .found else {
          throw .manifest([], from: .file)
        }
        deliver(Self.expanded(PictureOpening(entry: entry, result: .success(picture))))
      } catch {
        deliver(PictureOpening(entry: entry, result: .failure(error)))
      }
    }

    private mutating func fetch(_ entry: AlbumEntry, isReload: Bool) {
      lastFetch += 1
      let (number, mailbox, progress) = (lastFetch, mailbox, progress)
      fetching[entry] = (number, nil)
      fetching[entry]?.ticket = WebOpening.open(
        entry.path, namedBy: entry.fetchOrigin, isReload: isReload, pool: pool,
        progress: { progress(entry, $0) }
      ) {
        mailbox.post(.fetched(number, PictureOpening(entry: entry, result: $0)))
      }
    }

    /// Opens an entry, or starts spooling it and returns `nil`; the answer then follows later.
    private mutating func open(_ entry: AlbumEntry) throws(PictureFileError) -> FileDescriptor? {
      let source: Source =
        entry.origin == .standardInput ? .standardInput(input.number) : .pipe(entry.path)
      if let result = spooled[source] { return try result.get().open() }
      if spooler[source] != nil {
        waiting[source, default: []].append(entry)
        return nil
      }
      let file =
        entry.origin == .standardInput ? try openStandardInput() : try FileOpening.open(entry.path)
      guard entry.origin != .found, Self.mustBeSpooled(file.number, entry) else { return file }
      let mailbox = mailbox
      do throws(Errno) {
        spooler[source] = try PipeSpooler(from: file, into: makeFile) {
          mailbox.post(.spooled(source, $0))
        }
      } catch {
        throw .system(error)
      }
      waiting[source] = [entry]
      return nil
    }

    /// Returns the opened picture, or the pictures that it names if it is a manifest.
    private static func expanded(_ opening: PictureOpening) -> PictureOpening {
      guard case .success(let file) = opening.result,
        file.format == .manifest || file.format == .iiif && file.web == nil
      else { return opening }
      return PictureOpening(
        entry: opening.entry,
        result: Result { () throws(PictureFileError) in
          guard let canvases = try ManifestReader.canvases(of: file) else { return file }
          throw .manifest(canvases, from: file.web?.origin ?? .file)
        })
    }

    private func openPasted() throws(PictureFileError) -> FileDescriptor? {
      guard let pasted else { return nil }
      return try FileOpening.reopen(pasted.value.number)
    }

    private func openStandardInput() throws(PictureFileError) -> FileDescriptor {
      if isatty(standardInput) == 1 { throw .terminal }
      var status = stat()
      guard fstat(standardInput, &status) == 0 else { throw .system(.last("fstat")) }
      if status.st_mode & S_IFMT == S_IFREG { return try FileOpening.reopen(standardInput) }
      let number = dup(standardInput)
      guard number >= 0 else { throw .system(.last("dup")) }
      return FileDescriptor(adopting: number)
    }

    /// Returns true for pipes, and for a socket as standard input, because some shells use sockets
    /// as pipes.
    private static func mustBeSpooled(_ number: Int32, _ entry: AlbumEntry) -> Bool {
      var status = stat()
      guard fstat(number, &status) == 0 else { return false }
      let kind = status.st_mode & S_IFMT
      return kind == S_IFIFO || kind == S_IFSOCK && entry.origin == .standardInput
    }
  }
}
