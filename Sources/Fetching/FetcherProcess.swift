import DecoderProtocol
import FetchProtocol
import Glibc
import Platform

/// The running process that fetches: its socket and its standard error.
final class FetcherProcess {
  let child: ChildProcess
  private let control: FileDescriptor
  private let errors: FileDescriptor
  private var words: [UInt8] = []
  private var waiting: [Packet] = []
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: FetchWire.longestMessage, alignment: 16)

  /// A message that the socket has not taken, and the file that goes with it.
  private struct Packet {
    var bytes: [UInt8]
    var file: Shared<FileDescriptor>?
  }

  /// The most bytes of standard error that are kept.
  private static let mostWords = 4096

  /// Starts it with the user's files.
  init(_ locator: FetcherLocator, files: FetchFiles = FetchFiles()) throws(FetchError) {
    let started: ChildProcess?
    let headers = try files.openHeaders()
    let netrc = try files.openNetrc()
    do throws(Errno) {
      let null = try FileDescriptor.openNull()
      let sockets = try FileDescriptor.packetSocketPair()
      let pipe = try FileDescriptor.pipe()
      try pipe.first.setNonBlocking()
      let descriptors = [
        null.number, null.number, pipe.second.number, sockets.second.number, headers.number,
        netrc.number,
      ]
      started = try Self.start(locator, descriptors: descriptors)
      control = sockets.keepingFirst()
      errors = pipe.keepingFirst()
    } catch {
      throw .notStarted(error)
    }
    guard let started else { throw .notInstalled }
    child = started
    child.offerToMemoryKiller()
  }

  deinit { buffer.deallocate() }

  /// Starts the first candidate that exists; `nil` where none does.
  private static func start(
    _ locator: FetcherLocator, descriptors: [Int32]
  ) throws(Errno) -> ChildProcess? {
    for path in locator.candidates {
      do throws(Errno) {
        return try ChildProcess.start(
          path, name: Array(FetchWire.program.utf8), descriptors: descriptors,
          environment: locator.environment)
      } catch {
        guard error.isMissingFile else { throw error }
      }
    }
    return nil
  }

  /// The last line of its standard error, escaped.
  var lastWords: String {
    words.split(separator: UInt8(ascii: "\n")).last.map { escapedForDisplay($0, limit: 200) } ?? ""
  }

  func addDescriptors(to pollSet: inout PollSet) {
    pollSet.add(child.descriptor)
    pollSet.add(control.number, alsoWritable: !waiting.isEmpty)
    pollSet.add(errors.number)
  }

  func send(_ order: FetchOrder, with file: Shared<FileDescriptor>? = nil) {
    waiting.append(Packet(bytes: order.encoded, file: file))
    flush()
  }

  /// Sends what the socket takes now.
  func flush() {
    while let next = waiting.first {
      let transfer = next.bytes.withUnsafeBytes { bytes -> Transfer? in
        guard let file = next.file else { return try? control.send(bytes) }
        return try? control.send(bytes, with: file.value.number)
      }
      // A broken socket is noticed where it is read.
      guard case .bytes = transfer else { return }
      waiting.removeFirst()
    }
  }

  /// Takes the messages that have come; descriptors that come along are thrown away.
  func receive() throws(FetchError) -> [FetchReport] {
    var reports: [FetchReport] = []
    while true {
      let transfer: Transfer
      do throws(Errno) {
        transfer = try control.receive(into: buffer)
      } catch {
        return reports
      }
      switch transfer {
      case .bytes(let count):
        do throws(WireError) {
          reports.append(try FetchReport(Array(buffer[..<count])[...]))
        } catch {
          throw .lied("it sent a message that can't be")
        }
      case .wouldWait, .ended: return reports
      case .carriedDescriptors: throw .lied("it sent open files")
      }
    }
  }

  /// Takes what has come on standard error.
  func readErrors() {
    while true {
      let transfer: Transfer
      do throws(Errno) { transfer = try errors.read(into: buffer) } catch { return }
      guard case .bytes(let count) = transfer else { return }
      words += buffer[..<count]
      if words.count > 2 * Self.mostWords { words.removeFirst(words.count - Self.mostWords) }
    }
  }
}
