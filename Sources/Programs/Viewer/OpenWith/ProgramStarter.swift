import GIOFiles
import Glibc
import Platform

/// A thread that finds and starts the desktop's programs, so that neither a slow disk nor the
/// session bus blocks the window.
///
/// It starts when it is first needed.
final class ProgramStarter: Sendable {
  private enum Message: Sendable {
    case list([UInt8])
    case start(GIOProgram, [[UInt8]], startupID: String)
    case stop
  }

  private let thread: MessageThread<Message>
  private let deliver: @Sendable (ProgramEvent) -> Void

  /// Creates a starter; its thread calls `deliver`.
  init(deliver: @escaping @Sendable (ProgramEvent) -> Void) {
    self.deliver = deliver
    thread = MessageThread(name: "programs") { mailbox in
      while true {
        for message in mailbox.waitForMessages() {
          switch message {
          case .list(let path): deliver(Self.list(for: path))
          case .start(let program, let paths, let startupID):
            deliver(Self.start(program, with: paths, startupID))
          case .stop: return
          }
        }
      }
    }
  }

  /// Finds the programs for a file's type; `listed` or `notListed` follows.
  func list(for path: [UInt8]) {
    if !thread.post(.list(path)) { deliver(.notListed(path, "there is no thread for it")) }
  }

  /// Starts a program with files; `started` or `notStarted` follows.
  ///
  /// `time` is the server's time of the user's input, in milliseconds.
  func start(_ program: GIOProgram, with paths: [[UInt8]], at time: UInt32?) {
    let startupID = "fresnel-\(getpid())-\(program.id)_TIME\(time ?? 0)"
    if !thread.post(.start(program, paths, startupID: startupID)) {
      deliver(.notStarted(program, "there is no thread for it"))
    }
  }

  /// Ends the thread, and waits for it for at most 2 s.
  func stop() { thread.end(with: .stop, within: 2) }

  private static func list(for path: [UInt8]) -> ProgramEvent {
    do throws(GIOError) {
      return .listed(path, try GIOProgram.all(for: path))
    } catch {
      return .notListed(path, error.message)
    }
  }

  private static func start(
    _ program: GIOProgram, with paths: [[UInt8]], _ startupID: String
  ) -> ProgramEvent {
    do throws(GIOError) {
      try program.start(with: paths, startupID: startupID, withoutVariables: ownVariables)
      return .started(program, count: paths.count)
    } catch {
      return .notStarted(program, error.message)
    }
  }

  /// The names of variables that are meant for this program only.
  private static var ownVariables: [String] {
    var names: [String] = []
    var next = environ
    while let text = next.pointee {
      let name = String(cString: text).prefix { $0 != "=" }
      if name.hasPrefix("FRESNEL_") || name.hasPrefix("GIO_LAUNCHED_") {
        names.append(String(name))
      }
      next += 1
    }
    return names
  }
}

/// An answer about other programs.
enum ProgramEvent: Sendable {
  case listed([UInt8], [GIOProgram])
  /// Why the programs for a file's type are not known.
  case notListed([UInt8], String)
  /// A program was started with a number of files.
  case started(GIOProgram, count: Int)
  /// Why a program was not started.
  case notStarted(GIOProgram, String)
}
