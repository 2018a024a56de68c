import Platform

/// A program that is connected to the window's socket.
///
/// Window thread only; never blocks on the program.
final class RemoteClient {
  /// A property that the program observes, and the last value sent.
  private struct Observation {
    let property: RemoteProperty
    var known: JSON?
  }

  /// The maximum number of observed properties.
  static let mostObserved = 64

  private let socket: FileDescriptor
  private var lines = LineReader()
  private var outbox = RemoteOutbox()
  private var observed: [Int: Observation] = [:]
  /// True once the program has closed its sending side.
  private var hasEnded = false
  private var isBroken = false
  private let takesDescriptors: Bool
  /// The last descriptor that the program has sent.
  private var descriptor: Shared<FileDescriptor>?
  /// The names that come before those of the next `open`.
  private var names: [String] = []
  /// The memory of these names, in bytes.
  private(set) var nameBytes = 0

  init(_ socket: consuming FileDescriptor, takesDescriptors: Bool = false) {
    self.socket = socket
    self.takesDescriptors = takesDescriptors
  }

  /// True once the program is gone, or has all its answers and sends no more.
  var isGone: Bool { isBroken || hasEnded && !lines.hasLine && outbox.count == 0 }

  /// True if a request can be handled now.
  var hasRequest: Bool { !isBroken && !outbox.isFull && lines.hasLine }

  /// A program that reads no answers can't send on: its requests stay in its socket.
  private var isReading: Bool { !hasEnded && lines.count <= LineReader.longestRequest }

  func addDescriptor(to pollSet: inout PollSet) {
    if isReading {
      pollSet.add(socket.number, alsoWritable: outbox.count > 0)
    } else {
      pollSet.addWritable(socket.number)
    }
  }

  /// Receives and sends as much as possible without blocking.
  func take(_ pollSet: PollSet) {
    if isReading, pollSet.isReadable(socket.number) { receive() }
    send()
  }

  private func receive() {
    withUnsafeTemporaryAllocation(byteCount: LineReader.longestRequest, alignment: 1) { buffer in
      if takesDescriptors { return receivePacket(into: buffer) }
      let transfer = Result { () throws(Errno) in try socket.receive(into: buffer) }
      switch transfer {
      case .success(.bytes(let count)):
        lines.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      case .success(.wouldWait): break
      case .success(.ended): hasEnded = true
      // No request on this socket takes descriptors.
      case .success(.carriedDescriptors), .failure: isBroken = true
      }
    }
  }

  private func receivePacket(into buffer: UnsafeMutableRawBufferPointer) {
    do throws(Errno) {
      guard var packet = try socket.receivePacket(into: buffer) else { return }
      if packet.count == 0 { hasEnded = true }
      // More than one descriptor.
      if packet.isCut { isBroken = true }
      lines.append(UnsafeRawBufferPointer(rebasing: buffer[..<packet.count]))
      if let sent = packet.descriptor.take() { descriptor = Shared(sent) }
    } catch {
      isBroken = true
    }
  }

  /// Takes the last descriptor that the program has sent; `nil` if there is none.
  func takeDescriptor() -> Shared<FileDescriptor>? { descriptor.take() }

  /// Keeps names for the next `open`; drops all, and returns false, if they take more than `room`
  /// bytes.
  func keep(_ new: [String], room: Int) -> Bool {
    let bytes = new.reduce(0) { $0 + $1.utf8.count + MemoryLayout<String>.stride }
    guard bytes <= room else {
      _ = takeNames()
      return false
    }
    names += new
    nameBytes += bytes
    return true
  }

  /// Takes the names that come before those of an `open`.
  func takeNames() -> [String] {
    defer { (names, nameBytes) = ([], 0) }
    return names
  }

  /// Handles up to `most` requests, and puts their answers into the outbox.
  func takeRequests(atMost most: Int, answer: (RemoteLine) -> JSON) {
    for _ in 0..<most {
      guard !isBroken, !outbox.isFull, let line = lines.next() else { return }
      outbox.add(answer: answer(RemoteLine(line)))
    }
  }

  /// Sends what the socket accepts now.
  func send() {
    if !outbox.send(to: socket) { isBroken = true }
  }

  /// Adds an event, or drops it if the program reads too slowly.
  func add(_ event: JSON) { outbox.add(event: event) }

  // MARK: Properties

  /// Observes a property under a number, replacing an observation with the same number; returns
  /// false if there are too many.
  func observe(_ property: RemoteProperty, as number: Int) -> Bool {
    guard observed[number] != nil || observed.count < Self.mostObserved else { return false }
    observed[number] = Observation(property: property)
    return true
  }

  /// Ends the observation with a number; returns false if there is none.
  func unobserve(_ number: Int) -> Bool { observed.removeValue(forKey: number) != nil }

  /// Reports the observed properties that have changed.
  ///
  /// While the program reads too slowly, its properties are not reported, and later only with their
  /// newest values.
  func report(_ value: (RemoteProperty) -> JSON) {
    for number in observed.keys.sorted() {
      guard !outbox.isFull, let observation = observed[number] else { continue }
      let now = value(observation.property)
      guard now != observation.known else { continue }
      observed[number]?.known = now
      outbox.add(
        event: .object([
          .init("event", .string("property-change")), .init("id", .integer(number)),
          .init("name", .string(observation.property.rawValue)), .init("data", now),
        ]))
    }
    if outbox.count > 0 { send() }
  }
}
