import DecoderProtocol
import Glibc
import Platform

/// The state of the internal thread of `FetchPool`: the process, and pending requests.
struct FetchWorker {
  private let mailbox: Mailbox<FetchPoolMessage>
  private let locator: FetcherLocator
  private let settings: FetchSettings
  private let files: FetchFiles
  /// What the user has allowed; sent again to a restarted process.
  private var permits: [FetchCommand] = []
  private let folders: @Sendable () -> [String]
  private var process: FetcherProcess?
  /// Where the process writes small bodies; each process has its own.
  private var memory: BodyMemory?
  /// The unanswered requests, by id.
  private var open: [UInt32: Open] = [:]
  /// Requests waiting to be sent, in order.
  private var waiting: [UInt32] = []
  private var sent: Set<UInt32> = []
  /// True if name resolution failed: its configuration may have changed since the process read it.
  private var isWithoutNames = false

  private struct Open {
    let parameters: FetchParameters
    let hooks: FetchHooks
    /// Where the process writes its body; `nil` until it is sent.
    var place: BodyPlace?
    /// The number of processes that died while handling it.
    var losses = 0

    /// True if the body is written to memory, and not to a file of its own.
    var isInMemory: Bool {
      parameters.isSmall && BodyMemory.canHold(parameters.limit(freeBytes: .max))
    }

    /// True if the fetcher reports how much has arrived.
    var isFollowed: Bool { hooks.progress != nil || hooks.contentLimit != nil }

    /// The error if its body is too large for what it contains; `nil` if it isn't.
    var excess: FetchFailure? {
      var status = stat()
      guard let place, place.part == nil,
        let limit = hooks.contentLimit?(place.file.value.number),
        fstat(place.file.value.number, &status) == 0, Int(status.st_size) > limit
      else { return nil }
      return FetchFailure(
        .tooLarge, "it is a description of more than \(limit >> 20) MiB, which is the limit")
    }
  }

  /// The place of a body.
  private struct BodyPlace {
    let file: Shared<FileDescriptor>
    /// The part of the process's memory; `nil` for a file of its own.
    let part: Range<Int>?
    /// The maximum size of the body, in bytes.
    let limit: Int
  }

  /// The maximum number of requests that the process has at a time; it has limits for each server.
  private static let mostSent = 64

  init(
    _ mailbox: Mailbox<FetchPoolMessage>, locator: FetcherLocator, settings: FetchSettings,
    files: FetchFiles, folders: @escaping @Sendable () -> [String]
  ) {
    self.files = files
    self.folders = folders
    self.mailbox = mailbox
    self.locator = locator
    self.settings = settings
  }

  mutating func run() {
    var pollSet = PollSet()
    while true {
      for message in mailbox.takeAll() {
        switch message {
        case .fetch(let id, let parameters, let hooks):
          open[id] = Open(parameters: parameters, hooks: hooks)
          waiting.append(id)
        case .cancel(let id): cancel(id)
        case .permit(let command):
          permits.append(command)
          process?.send(command)
        case .stop: return
        }
      }
      sendWaiting()
      pollSet.removeAll()
      pollSet.add(mailbox.descriptor)
      process?.addDescriptors(to: &pollSet)
      pollSet.wait(timeout: process?.timeout(hasPendingReply: !sent.isEmpty))
      if let process { look(at: process, pollSet) }
    }
  }

  // MARK: Sending

  private mutating func cancel(_ id: UInt32) {
    guard let request = open.removeValue(forKey: id) else { return }
    if sent.remove(id) != nil {
      process?.send(.cancel(id: id))
    } else {
      waiting.removeAll { $0 == id }
    }
    // The process gets messages in order: it has stopped writing there before another body does.
    free(request.place)
  }

  private mutating func sendWaiting() {
    guard !waiting.isEmpty else { return }
    if isWithoutNames, sent.isEmpty { end() }
    while sent.count < Self.mostSent, let next = nextToSend() {
      let id = waiting.remove(at: next)
      do throws(FetchError) {
        try send(id)
      } catch {
        finish(id, .failure(error))
      }
    }
  }

  /// The index of the first request that has room; those of one kind keep their order.
  private func nextToSend() -> Int? {
    var waitingKinds: Set<Bool> = []
    for (index, id) in waiting.enumerated() {
      guard let memory, let request = open[id], request.isInMemory else { return index }
      let limit = request.parameters.limit(freeBytes: .max)
      let isLarge = BodyMemory.isLarge(limit)
      guard !waitingKinds.contains(isLarge) else { continue }
      if memory.hasRoom(for: limit) { return index }
      waitingKinds.insert(isLarge)
    }
    return nil
  }

  private mutating func send(_ id: UInt32) throws(FetchError) {
    guard let request = open[id] else { return }
    let parameters = request.parameters
    guard parameters.address.utf8.count <= FetchWire.longestAddress,
      parameters.address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { throw .failed(FetchFailure(.badAddress, "it is not a web address")) }
    let place: BodyPlace
    do throws(Errno) {
      place = try makePlace(for: request)
    } catch {
      throw .notStarted(error)
    }
    open[id]?.place = place
    let process = try runningProcess()
    if sent.isEmpty { process.restartWatch() }
    sent.insert(id)
    grant(process)
    process.send(
      .fetch(
        FetchRequest(
          id: id, address: parameters.address, limit: place.limit,
          place: place.part?.lowerBound ?? 0, origin: parameters.origin,
          deadline: parameters.deadline, reportsProgress: request.isFollowed,
          asksServer: parameters.asksServer)), with: place.file)
  }

  private mutating func makePlace(for request: Open) throws(Errno) -> BodyPlace {
    let parameters = request.parameters
    guard request.isInMemory else {
      let file = Shared(try UnnamedFile.create(in: folders()))
      let limit = parameters.limit(freeBytes: UnnamedFile.freeBytes(at: file.value))
      return BodyPlace(file: file, part: nil, limit: limit)
    }
    if memory == nil { memory = try BodyMemory() }
    let limit = parameters.limit(freeBytes: .max)
    guard let file = memory?.file, let part = memory?.take(limit) else {
      throw Errno(code: ENOMEM, call: "memfd_create")
    }
    return BodyPlace(file: file, part: part, limit: limit)
  }

  private mutating func free(_ place: BodyPlace?) {
    if let part = place?.part { memory?.free(part) }
  }

  private mutating func runningProcess() throws(FetchError) -> FetcherProcess {
    if let process { return process }
    let process = try FetcherProcess(locator, files: files)
    process.send(.begin(settings))
    for command in permits { process.send(command) }
    self.process = process
    isWithoutNames = false
    return process
  }

  private mutating func end() {
    process = nil
    memory = nil
    // Its requests that are sent again get a place in the next process's memory.
    for id in sent { open[id]?.place = nil }
    sent = []
  }

  // MARK: Receiving

  private mutating func look(at process: FetcherProcess, _ pollSet: PollSet) {
    do throws(FetchError) {
      try process.step(pollSet, hasPendingReply: !sent.isEmpty) { (report) throws(FetchError) in
        try take(report, process)
      }
    } catch .ended(let end, let lastWords) {
      takeEnd(end, lastWords: lastWords)
    } catch {
      end()
      failAll(error)
    }
  }

  /// Grants processor time for the bytes that may still arrive.
  private func grant(_ process: FetcherProcess) {
    process.grant(
      bytes: sent.reduce(0) { $0 + min(open[$1]?.parameters.limit ?? 0, FetchWire.largestBody) })
  }

  private mutating func take(
    _ report: FetchReport, _ process: FetcherProcess
  ) throws(FetchError) -> PeerSignal {
    switch report {
    case .hello: return .answer
    case .done(let answer):
      // A reply may cross a cancellation.
      guard sent.remove(answer.id) != nil, let place = open[answer.id]?.place else {
        return .aside
      }
      grant(process)
      guard answer.byteCount <= place.limit else { throw .lied("it sent more than was asked for") }
      if let failure = open[answer.id]?.excess {
        finish(answer.id, .failure(.failed(failure)))
      } else {
        finish(answer.id, .success(Self.body(at: place, answer)))
      }
      return .answer
    case .failed(_, let failure) where report.turn == .refusal: throw .failed(failure)
    case .failed(let id, let failure):
      guard sent.remove(id) != nil else { return .aside }
      grant(process)
      if failure.code == .unknownHost { isWithoutNames = true }
      finish(id, .failure(.failed(open[id].map { Self.explain(failure, of: $0) } ?? failure)))
      return .answer
    case .progress(let id, let progress):
      guard sent.contains(id) else { return .aside }
      if let failure = open[id]?.excess {
        sent.remove(id)
        process.send(.cancel(id: id))
        finish(id, .failure(.failed(failure)))
      } else {
        open[id]?.hooks.progress?(progress)
      }
      return .aside
    case .here: return .aside
    }
  }

  /// The body of an answer; one in memory is read at once, because its part is used again.
  private static func body(at place: BodyPlace, _ answer: FetchAnswer) -> FetchedBody {
    guard let part = place.part else { return FetchedBody(file: place.file, answer: answer) }
    let bytes = try? FileDescriptor.readAll(
      place.file.value.number, at: part.lowerBound, limit: answer.byteCount)
    return FetchedBody(memory: bytes ?? [], answer: answer)
  }

  /// Explains a failure that is due only to the disk's free space.
  private static func explain(_ failure: FetchFailure, of request: Open) -> FetchFailure {
    guard failure.code == .tooLarge, let place = request.place,
      place.limit < request.parameters.limit(freeBytes: Int.max)
    else { return failure }
    return FetchFailure(
      .tooLarge, "\(failure.sentence), a quarter of the free space on the disk")
  }

  private mutating func finish(_ id: UInt32, _ result: Result<FetchedBody, FetchError>) {
    guard let request = open.removeValue(forKey: id) else { return }
    free(request.place)
    request.hooks.deliver(result)
  }

  /// Restarts the process's requests with another process, once; after that they fail.
  private mutating func takeEnd(_ end: ProcessEnd, lastWords: String) {
    let lost = sent.sorted()
    self.end()
    for id in lost.reversed() {
      open[id]?.losses += 1
      if open[id]?.losses == 1 {
        waiting.insert(id, at: 0)
      } else {
        finish(id, .failure(.ended(end, lastWords: lastWords)))
      }
    }
  }

  private mutating func failAll(_ error: FetchError) {
    let all = open
    open = [:]
    waiting = []
    for request in all.values { request.hooks.deliver(.failure(error)) }
  }
}
