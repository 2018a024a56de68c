import Decoding
import FileChanges
import Glibc
import Platform

/// A thread that examines paths, so that a slow disk never blocks the window.
///
/// It starts when it is first needed.
final class PathReader: Sendable {
  private enum Message: Sendable {
    case examine(PathRequest)
    case list([UInt8])
    case remember([UInt8], replacing: [UInt8]?)
    case readRecent
    case stop
  }

  private let thread: MessageThread<Message>
  private let deliver: @Sendable (PathEvent) -> Void

  /// Creates a reader; its thread calls `deliver`.
  init(deliver: @escaping @Sendable (PathEvent) -> Void) {
    self.deliver = deliver
    thread = MessageThread(name: "paths") { mailbox in
      while true {
        let messages = mailbox.waitForMessages()
        let newest = messages.lastIndex { if case .examine = $0 { true } else { false } }
        for (index, message) in messages.enumerated() {
          switch message {
          case .examine(let request):
            // A program may send many requests at once; only the last one counts.
            guard index == newest, let first = request.paths.first else { continue }
            deliver(.examined(request, first: ArgumentKind(path: first)))
          case .list(let folder): deliver(.listed(folder: folder, PathListing(of: folder)))
          case .remember(let path, let former):
            guard let store = RecentFiles.store else { continue }
            RecentFiles.remember(path, replacing: former, in: store) { $0.publish() }
          case .readRecent:
            guard let store = RecentFiles.store else { continue }
            deliver(.recent(RecentFiles.read(store)))
          case .stop: return
          }
        }
      }
    }
  }

  /// Examines the first path; `examined` follows.
  func examine(_ request: PathRequest) { thread.post(.examine(request)) }

  /// Lists the folders and pictures in a folder; `listed` follows.
  func list(_ folder: [UInt8]) { thread.post(.list(folder)) }

  /// Adds a file to the recent ones, replacing one that was added earlier.
  func remember(_ path: [UInt8], replacing former: [UInt8]?) {
    thread.post(.remember(path, replacing: former))
  }

  /// Reads the recent files; `recent` follows.
  func readRecent() { thread.post(.readRecent) }

  /// Shows a file in its folder, in the desktop's file manager; `notShown` follows if that fails.
  ///
  /// A thread of its own asks the file manager, which may never answer.
  func showInFolder(_ path: [UInt8]) {
    let deliver = deliver
    let thread = try? Thread(name: "folder window") {
      let problem = FolderWindow.show(
        String(decoding: FileAddress.address(of: path), as: UTF8.self),
        in: String(decoding: FileAddress.address(of: PathBytes.folder(of: path)), as: UTF8.self))
      if let problem { deliver(.notShown(problem)) }
    }
    if thread == nil { deliver(.notShown("no thread could be started")) }
  }

  /// Ends the thread, and waits for it for at most 2 s.
  func stop() { thread.end(with: .stop, within: 2) }
}

enum PathEvent: Sendable {
  /// The kind of the first of these paths is known: they can be opened.
  case examined(PathRequest, first: ArgumentKind)
  /// The contents of a folder are known.
  case listed(folder: [UInt8], PathListing)
  case recent(RecentFiles)
  /// Why a file can't be shown in its folder.
  case notShown(String)
}
