import Platform

/// The sockets on which a window listens, once its first picture is complete.
///
/// Window thread only.
final class RemoteControl {
  /// A requested socket.
  struct Socket: Hashable, Sendable {
    let path: [UInt8]
    /// The commands that programs may send there.
    let access: RemoteServer.Access
  }

  /// Reports that listening on a socket has failed.
  typealias Complaint = (_ sentence: String) -> Void

  private var pending: [Socket]
  private var servers: [RemoteServer] = []
  private unowned let host: any RemoteHost

  /// Creates a value that does not listen yet.
  init(_ sockets: [Socket], host: any RemoteHost) {
    pending = sockets
    self.host = host
  }

  /// True until `listen` was called, if there is a socket to listen on.
  var isPending: Bool { !pending.isEmpty }

  /// Starts to listen.
  func listen(complain: Complaint) {
    let sockets = pending
    pending = []
    for socket in sockets {
      do throws(LocalSocketProblem) {
        servers.append(
          RemoteServer(try LocalListener(at: socket.path), access: socket.access, host: host))
      } catch {
        // Without its socket, the window is not reused.
        guard socket.access != .openOnly else { continue }
        complain("--listen: \(escapedForDisplay(socket.path)): \(error.sentence)")
      }
    }
  }

  /// Adds the descriptors that the sockets wait for.
  func addDescriptors(to pollSet: inout PollSet) {
    for server in servers { server.addDescriptors(to: &pollSet) }
  }

  /// When to call `take` even if nothing arrives, in seconds; `nil` if there is no deadline.
  func deadline(at now: Double) -> Double? { servers.compactMap { $0.deadline(at: now) }.min() }

  /// Handles connections and requests, at a time in seconds.
  func take(_ pollSet: PollSet, at now: Double) {
    for server in servers { server.take(pollSet, at: now) }
  }

  /// Sends an event to every program.
  func send(_ event: RemoteEvent) {
    for server in servers { server.send(event) }
  }

  /// Reports the observed properties that have changed, at a time in seconds.
  func report(at now: Double) {
    for server in servers { server.report(at: now) }
  }

  /// Closes all connections and removes the sockets.
  func close() {
    for server in servers { server.close() }
    servers = []
    pending = []
  }
}
