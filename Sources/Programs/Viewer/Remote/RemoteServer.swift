import Platform

/// The window, as a `RemoteServer` uses it.
protocol RemoteHost: AnyObject {
  /// Why a command would do nothing, in a few words; `nil` if it would do something.
  func refusal(of name: CommandName) -> String?
  /// Performs a command of a program at a time in seconds; returns a sentence if that fails.
  func performRemote(_ command: Command, at now: Double) -> String?
  /// Opens pictures that another start of the program hands over.
  func openHandedOver(_ pictures: HandedOver, at now: Double)
  /// The value of a property at a time in seconds.
  func value(of property: RemoteProperty, at now: Double) -> JSON
}

/// Pictures that another start of the program hands over.
struct HandedOver: Sendable {
  /// Files, folders and addresses, or `-` for standard input.
  let names: [String]
  /// The other start's standard input; `nil` if it is not needed.
  let input: Shared<FileDescriptor>?
  /// The other start's `DESKTOP_STARTUP_ID`; empty if it had none.
  let startupID: String
}

/// The window's socket, and the programs that are connected to it.
///
/// Window thread only. The server is polled by the window's loop and never blocks on a program:
/// each may send a limited number of requests per round, and one that doesn't read can't send more.
final class RemoteServer {
  /// The commands that programs may send on a socket.
  enum Access: Hashable, Sendable {
    /// Only hand over pictures, as another start of the program does.
    case openOnly
    /// Everything but commands that need confirmation.
    case unconfirmed
    case everything
  }

  static let mostClients = 16
  /// The maximum number of a program's requests per round of the loop.
  static let requestsEachRound = 32
  /// The maximum memory of the names that all programs have sent for their next `open`, in bytes.
  static let mostNameBytes = 64 << 20

  /// `nil` once the server is closed.
  private var listener: LocalListener?
  private let access: Access
  private let mostNameBytes: Int
  private unowned let host: any RemoteHost
  private var clients: [RemoteClient] = []
  /// When to accept connections again, after the process ran out of descriptors.
  private var acceptsAgain: Double?

  /// Creates the server of a socket.
  init(
    _ listener: LocalListener, access: Access,
    mostNameBytes: Int = RemoteServer.mostNameBytes, host: any RemoteHost
  ) {
    self.listener = listener
    self.access = access
    self.mostNameBytes = mostNameBytes
    self.host = host
  }

  /// Closes all connections and removes the socket.
  func close() {
    send(.quit)
    for client in clients { client.send() }
    clients = []
    listener = nil
  }

  // MARK: The loop

  func addDescriptors(to pollSet: inout PollSet) {
    if acceptsAgain == nil, let number = listener?.number { pollSet.add(number) }
    for client in clients { client.addDescriptor(to: &pollSet) }
  }

  /// When to call `take` even if nothing arrives, in seconds; `nil` if there is no deadline.
  func deadline(at now: Double) -> Double? {
    clients.contains(where: \.hasRequest) ? now : acceptsAgain
  }

  /// Handles connections and requests, at a time in seconds.
  func take(_ pollSet: PollSet, at now: Double) {
    if let due = acceptsAgain, now >= due { acceptsAgain = nil }
    if let number = listener?.number, pollSet.isReadable(number) { accept(at: now) }
    for client in clients {
      client.take(pollSet)
      client.takeRequests(atMost: Self.requestsEachRound) { answer($0, to: client, at: now) }
      client.send()
    }
    clients.removeAll(where: \.isGone)
  }

  private func accept(at now: Double) {
    do throws(Errno) {
      while let socket = try listener?.accept() {
        let client = RemoteClient(socket, takesDescriptors: access == .openOnly)
        if clients.count < Self.mostClients {
          clients.append(client)
        } else {
          client.add(Self.answer(to: nil, "\(Self.mostClients) programs are connected already"))
          client.send()
        }
      }
    } catch {
      acceptsAgain = now + 1
    }
  }

  // MARK: Events

  /// Sends an event to every program.
  func send(_ event: RemoteEvent) {
    guard !clients.isEmpty, access != .openOnly else { return }
    let message = event.json
    for client in clients { client.add(message) }
  }

  /// Reports the observed properties that have changed, at a time in seconds.
  func report(at now: Double) {
    var values: [RemoteProperty: JSON] = [:]
    for client in clients {
      client.report { property in
        if let value = values[property] { return value }
        let value = host.value(of: property, at: now)
        values[property] = value
        return value
      }
      client.send()
    }
  }

  // MARK: Requests

  private func answer(_ line: RemoteLine, to client: RemoteClient, at now: Double) -> JSON {
    switch line.request {
    case .failure(let problem): return Self.answer(to: line.id, problem.sentence)
    case .success(.names(let names)) where access == .openOnly:
      let room = mostNameBytes - clients.reduce(0) { $0 + $1.nameBytes }
      let isTaken = client.keep(names, room: room)
      return Self.answer(to: line.id, isTaken ? Self.success : "there are too many names")
    case .success(let request) where access == .openOnly:
      guard case .command(let command) = request, command.name == .open, !command.texts.isEmpty
      else {
        return Self.answer(to: line.id, "only “open” is understood here")
      }
      let pictures = HandedOver(
        names: client.takeNames() + command.texts, input: client.takeDescriptor(),
        startupID: line.startupID)
      host.openHandedOver(pictures, at: now)
      return Self.answer(to: line.id, Self.success)
    case .success(.command(let command)):
      return Self.answer(to: line.id, perform(command, at: now) ?? Self.success)
    case .success(.names): return Self.answer(to: line.id, "“command” is missing")
    case .success(.get(let property?)):
      return Self.answer(to: line.id, Self.success, host.value(of: property, at: now))
    case .success(.get(nil)):
      let members = RemoteProperty.allCases.map {
        JSON.Member($0.rawValue, host.value(of: $0, at: now))
      }
      return Self.answer(to: line.id, Self.success, .object(members))
    case .success(.observe(let number, let property)):
      let isTaken = client.observe(property, as: number)
      return Self.answer(
        to: line.id,
        isTaken
          ? Self.success : "\(RemoteClient.mostObserved) properties are observed already")
    case .success(.unobserve(let number)):
      let isTaken = client.unobserve(number)
      return Self.answer(
        to: line.id, isTaken ? Self.success : "nothing is observed as \(number)")
    }
  }

  /// Performs a command; returns a sentence if it is not allowed or fails.
  private func perform(_ command: Command, at now: Double) -> String? {
    let name = command.name
    if command.needsConfirmation, access != .everything {
      let what = name == .set ? "\(name.rawValue) \(command.text)" : name.rawValue
      return "“\(what)” needs confirmation: start fresnel with --listen-trusted"
    }
    if let reason = host.refusal(of: name) {
      return "“\(name.rawValue)” is not allowed now: \(reason)"
    }
    return host.performRemote(command, at: now)
  }

  private static let success = "success"

  private static func answer(to id: JSON?, _ error: String, _ data: JSON? = nil) -> JSON {
    .object(
      [.init("error", .string(error))] + (data.map { [.init("data", $0)] } ?? [])
        + (id.map { [.init("request_id", $0)] } ?? []))
  }
}
