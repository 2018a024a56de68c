import DecoderProtocol
import FetchProtocol
import Glibc
import Platform

/// The running process that fetches: its socket and its standard error.
final class FetcherProcess {
  let child: ChildProcess
  private let control: FileDescriptor
  private let errors: FileDescriptor
  private var watch: PeerWatch
  private var waiting: [Packet] = []
  /// Whether it has been asked whether it still works.
  private var hasAsked = false
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: FetchWire.longestMessage, alignment: 16)

  /// A message that the socket has not taken, and the file that goes with it.
  private struct Packet {
    var bytes: [UInt8]
    var file: Shared<FileDescriptor>?
  }

  /// The most bytes that are taken from it at a time: who sends more waits for the next turn.
  private static let readLimit = 262_144

  /// Seconds without a word after which it is asked whether it still works.
  private static let silenceToAsk = 10.0

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
    watch = PeerWatch(started, bounds: .fetching, now: MonotonicClock.now())
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
          environment: locator.environment, limits: .fetching)
      } catch {
        guard error.isMissingFile else { throw error }
      }
    }
    return nil
  }

  /// The last line of its standard error, escaped.
  var lastWords: String { watch.lastWords(1).last ?? "" }

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
    var total = 0
    while total < Self.readLimit {
      let transfer: Transfer
      do throws(Errno) {
        transfer = try control.receive(into: buffer)
      } catch {
        return reports
      }
      switch transfer {
      case .bytes(let count):
        // A message of a byte is work, too.
        total += max(count, 64)
        watch.heard(now: MonotonicClock.now())
        do throws(WireError) {
          reports.append(try FetchReport(Array(buffer[..<count])[...]))
        } catch {
          throw .lied("it sent a message that can't be")
        }
      case .wouldWait, .ended: return reports
      case .carriedDescriptors: throw .lied("it sent open files")
      }
    }
    return reports
  }

  /// Takes what has come on standard error.
  func readErrors() throws(FetchError) {
    var total = 0
    while total < Self.readLimit {
      let transfer: Transfer
      do throws(Errno) { transfer = try errors.read(into: buffer) } catch { return }
      guard case .bytes(let count) = transfer else { return }
      total += count
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      guard watch.mayWrite(bytes, now: MonotonicClock.now()) else {
        throw Self.error(of: .errorOutput)
      }
    }
  }

  // MARK: What it may do

  /// It says something that answers no request.
  func take() throws(FetchError) {
    guard watch.mayTell(now: MonotonicClock.now()) else { throw Self.error(of: .messages) }
  }

  /// It has been asked for something, or has answered: it has processor time for what it has to do,
  /// a second for each `bytesPerSecond` of that.
  func grant(bytes: Int) {
    watch.answered(now: MonotonicClock.now())
    watch.grant(child, more: Double(bytes) / Self.bytesPerSecond)
  }

  /// How fast a slow processor unpacks what comes through TLS.
  private static let bytesPerSecond = 20_000_000.0

  /// It has just been asked for something after a rest.
  func restartWatch() { watch.restart(now: MonotonicClock.now()) }

  /// Lets time go by; `isOwed` says whether anything is asked of it.
  func checkPatience(isOwed: Bool) throws(FetchError) {
    let now = MonotonicClock.now()
    if isOwed, watch.secondsOfSilence >= Self.silenceToAsk, !hasAsked {
      hasAsked = true
      send(.ask)
    }
    if watch.secondsOfSilence < Self.silenceToAsk { hasAsked = false }
    if let fault = watch.fault(of: child, isOwed: isOwed, now: now) {
      throw Self.error(of: fault)
    }
  }

  /// Seconds until it must be looked at again.
  func patience(isOwed: Bool) -> Double {
    watch.patience(isOwed: isOwed, now: MonotonicClock.now())
  }

  private static func error(of fault: PeerWatch.Fault) -> FetchError {
    switch fault {
    case .hung: .lied("it stopped responding")
    case .messages: .lied("it sent messages without end")
    case .errorOutput: .lied("it wrote errors without end")
    case .processorTime: .lied("it used too much processor time")
    case .threads: .lied("it started too many threads")
    }
  }
}

extension PeerBounds {
  /// What holds for the process that fetches: it waits for servers, and tells of many requests.
  fileprivate static let fetching: PeerBounds = {
    var bounds = PeerBounds.standard
    bounds.hangTimeout = 60
    // A download takes as long as it takes; that it still works is asked.
    bounds.standstillTimeout = .infinity
    bounds.messageRate = 1000
    bounds.messageBurst = 4000
    return bounds
  }()
}

extension ChildLimits {
  /// What the process that fetches may use: the usual.
  fileprivate static let fetching = ChildLimits()
}
