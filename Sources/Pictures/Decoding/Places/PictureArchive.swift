import DecoderProtocol
import Platform
import Tiles

/// An archive with a picture's description and its tiles; a sandboxed process unpacks them one by
/// one.
///
/// Thread-safe. A thread of the archive's own talks to the process, which lives as long as that
/// thread.
final class PictureArchive: Sendable {
  /// Called once with a member's bytes, `nil` if there is no such member, on the archive's thread.
  typealias Delivery = @Sendable (Result<[UInt8]?, DecodeError>) -> Void

  private let mailbox: Mailbox<Message>

  private enum Message: Sendable {
    case ask(String, atMost: Int, Delivery)
    case stop
  }

  /// The initial space: the uncompressed pixels of a tile of the viewer's own, and some bytes for
  /// headers.
  private static let usualPart = TileShape.longestEdge * TileShape.longestEdge * 4 + 65_536

  /// An archive in an open file; no process is started yet.
  init(
    _ file: OpenedPicture, locator: DecoderLocator, limits: DecoderPool.Limits
  ) throws(Errno) {
    let mailbox = try Mailbox<Message>()
    self.mailbox = mailbox
    _ = try Thread(name: "archive") {
      var worker = Worker(file: file, locator: locator, limits: limits)
      while true {
        for message in mailbox.waitForMessages() {
          switch message {
          case .ask(let path, let limit, let deliver):
            deliver(Result { () throws(DecodeError) in try worker.part(path, atMost: limit) })
          case .stop: return
          }
        }
      }
    }
  }

  deinit { mailbox.post(.stop) }

  /// Requests a member: a tile's path below the tiles' folder, or an empty path for the
  /// description.
  ///
  /// Members larger than the viewer's own tiles are unpacked up to a limit.
  func ask(_ path: String, atMost limit: Int = 0, deliver: @escaping Delivery) {
    mailbox.post(.ask(path, atMost: limit, deliver))
  }

  /// Why a tile can't be read.
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The bytes of the first existing member among some; `nil` if there is none.
  func bytes(atFirstOf paths: [String], atMost limit: Int) throws -> [UInt8]? {
    for path in paths {
      do throws(DecodeError) {
        if let bytes = try part(path, atMost: limit) { return bytes }
      } catch {
        throw Failure(description: error.sentence)
      }
    }
    return nil
  }

  /// Requests a member, and waits for it.
  func part(_ path: String, atMost limit: Int) throws(DecodeError) -> [UInt8]? {
    let answers: Mailbox<Result<[UInt8]?, DecodeError>>
    do throws(Errno) {
      answers = try Mailbox()
    } catch {
      throw .notStarted(error)
    }
    let mailbox = answers
    ask(path, atMost: limit) { mailbox.post($0) }
    while true {
      if let answer = mailbox.waitForMessages().first { return try answer.get() }
    }
  }

  /// The thread's state.
  private struct Worker {
    let file: OpenedPicture
    let locator: DecoderLocator
    let limits: DecoderPool.Limits
    private var process: ArchiveProcess?
    /// The process's space in bytes.
    private var room = usualPart
    /// Processes that have died, with their errors.
    private var losses: [DecodeError] = []

    /// How often a process is started.
    private static let mostLosses = 3

    init(file: OpenedPicture, locator: DecoderLocator, limits: DecoderPool.Limits) {
      self.file = file
      self.locator = locator
      self.limits = limits
    }

    mutating func part(_ path: String, atMost limit: Int) throws(DecodeError) -> [UInt8]? {
      while true {
        do throws(DecodeError) {
          return try part(path)
        } catch .refused(let failure, _) where failure.code == .tooLarge && room < limit {
          // Few tiles are that large, so space is provided when one is found.
          process = nil
          room = min(limit, 4 * room)
        }
      }
    }

    private mutating func part(_ path: String) throws(DecodeError) -> [UInt8]? {
      if losses.count >= Self.mostLosses, let last = losses.last { throw last }
      let process = if let running = process { running } else { try start() }
      self.process = process
      do throws(DecodeError) {
        return try process.part(path)
      } catch {
        // An error in one member must not fail the others.
        if process.isOver {
          self.process = nil
          losses.append(error)
        }
        throw error
      }
    }

    private func start() throws(DecodeError) -> ArchiveProcess {
      let copy: FileDescriptor
      do throws(Errno) {
        copy = try file.file.duplicate()
      } catch {
        throw .notStarted(error)
      }
      return try ArchiveProcess(
        copy, format: file.format, locator: locator, limits: limits, room: room)
    }
  }
}
