import Gestures
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
  /// The sockets for later starts that another window had when this one began to listen.
  private var others: [Socket] = []
  private var lastTry = -Double.infinity
  /// The pause between attempts to take over a socket, in seconds: each one connects to the other
  /// window, and a window that hangs has room for 16 connections.
  private static let retryDelay = 1.0
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
      guard let problem = listen(on: socket) else { continue }
      if socket.access == .openOnly {
        others.append(socket)
      } else {
        complain("--listen: \(escapedForDisplay(socket.path)): \(problem.sentence)")
      }
    }
  }

  /// Returns why listening on a socket has failed; `nil` if it has not.
  private func listen(on socket: Socket) -> LocalSocketProblem? {
    do throws(LocalSocketProblem) {
      let listener = try LocalListener(at: socket.path)
      servers.append(RemoteServer(listener, access: socket.access, host: host))
      return nil
    } catch {
      return error
    }
  }

  /// Tries to take over the sockets of another window when the user turns to this one.
  ///
  /// The other window may have closed; waiting for that would wake a window at rest.
  func note(_ event: WindowEvent, isRepeat: Bool, at now: Double) {
    guard !others.isEmpty, now - lastTry >= Self.retryDelay else { return }
    switch event {
    case .focusChanged(true): break
    case .key: if isRepeat { return }
    case .button(let button): if !button.isPressed { return }
    case .touch(let touch): if touch.phase != .began { return }
    default: return
    }
    lastTry = now
    others.removeAll { listen(on: $0) == nil }
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
    others = []
  }
}
