import Glibc
import Platform

/// The desktop's portal (xdg-desktop-portal), whose dialogs belong to other programs.
///
/// Belongs to the thread that created it, which waits for answers; `isCancelled` is asked four
/// times a second meanwhile.
package final class GIOPortal {
  /// The end of a request.
  package enum Answer: Hashable, Sendable {
    /// It was granted. Some requests return a token for the next one, or the addresses of files.
    case granted(token: UInt32?, addresses: [String] = [])
    /// The user cancelled.
    case cancelled
    /// Why it failed, as a part of a sentence.
    case failed(String)
    /// There is no portal, or it can't do this.
    case missing
  }

  static let service = "org.freedesktop.portal.Desktop"
  static let object = "/org/freedesktop/portal/desktop"
  /// Seconds for the user to answer.
  package static let userLimit = 600.0
  /// The reason of a request that ended in another way than by an answer.
  package static let refusal = "the desktop's portal has refused it"

  private let bus: BusConnection
  private let isCancelled: () -> Bool
  private let mail = Mail()
  private var count = 0
  /// The seconds from the return of the last request's call to its end; 0 if the call failed.
  ///
  /// The portal may have been started for the call, so that is not part of them.
  package private(set) var waited = 0.0

  /// What has arrived.
  private final class Mail {
    /// The first `Response` to the request.
    var response: Answer?
    /// True once the portal has left the bus.
    var hasEnded = false
  }

  /// True if there is a session bus, and so perhaps a portal.
  package static var isPossible: Bool { GIOLibrary.hasSessionBus }

  /// The first argument of requests: the identifier of a window of the X server.
  package static func parent(_ window: UInt) -> String { "x11:" + String(window, radix: 16) }

  /// Connects to the session bus, or to the bus at an address; throws if there is none.
  ///
  /// A call that is not answered within `callLimit` seconds has failed.
  package init(
    address: String? = nil, callLimit: Double = 10, isCancelled: @escaping () -> Bool = { false }
  ) throws(GIOError) {
    self.isCancelled = isCancelled
    bus = try BusConnection(address: address, callLimit: callLimit, isCancelled: isCancelled)
  }

  /// Makes a request, and waits for the user's answer for at most `limit` seconds.
  ///
  /// `method` is the method's name after `org.freedesktop.portal.`. `arguments` returns them in
  /// GVariant's text format for a handle's token. `handle 0` stands for `file`.
  package func request(
    _ method: (interface: String, name: String), file: Int32? = nil, limit: Double = userLimit,
    arguments: (_ token: String) -> String
  ) -> Answer {
    guard let sender = bus.name else { return .failed("the session bus is gone") }
    count += 1
    waited = 0
    let token = "fresnel\(getpid())_\(count)"
    let path = "\(Self.object)/request/\(Self.element(sender))/\(token)"
    // First of all: the answer may come before the call returns.
    let subscriptions = subscribe(path)
    defer { for number in subscriptions { bus.unsubscribe(number) } }
    do throws(BusConnection.Failure) {
      let method = (interface: "org.freedesktop.portal.\(method.interface)", name: method.name)
      try bus.call(
        method, of: Self.service, at: Self.object, arguments(token), file: file,
        startsService: true
      ) { _ in }
    } catch {
      return answer(error)
    }
    let start = MonotonicClock.now()
    defer { waited = MonotonicClock.now() - start }
    let isAnswered = bus.wait(limit) { mail.response != nil || mail.hasEnded || bus.isClosed }
    if let response = mail.response { return response }
    if isAnswered { return .failed("the desktop's portal has ended") }
    close(path)
    return isCancelled() ? .cancelled : .failed("the desktop's portal did not answer")
  }

  /// The sender's name as a part of an object path: `:1.42` is `1_42`.
  static func element(_ sender: String) -> String {
    String(sender.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
  }

  private func subscribe(_ path: String) -> [UInt32] {
    mail.response = nil
    mail.hasEnded = false
    let functions = bus.functions
    let response = bus.subscribe(
      to: ("org.freedesktop.portal.Request", "Response"), of: Self.service, at: path
    ) { [mail] parameters in
      // A portal may answer twice.
      if mail.response == nil { mail.response = Self.answer(parameters, functions) }
    }
    return [response, bus.subscribe(toOwnerOf: Self.service) { [mail] in mail.hasEnded = !$0 }]
  }

  private func answer(_ failure: BusConnection.Failure) -> Answer {
    switch failure {
    case .cancelled: .cancelled
    case .noAnswer: .failed("the desktop's portal did not answer")
    case .missing: .missing
    case .failed(let reason): .failed(reason)
    }
  }

  private static func answer(
    _ response: BusConnection.Object, _ functions: PortalFunctions
  ) -> Answer {
    guard functions.isOfType(response, "(ua{sv})") != 0, let code = functions.child(response, 0),
      let results = functions.child(response, 1)
    else { return .failed("the desktop's portal gave no valid answer") }
    defer { for value in [code, results] { functions.library.releaseVariant(value) } }
    switch functions.number(code) {
    case 0:
      let addresses = addresses(in: results, functions)
      guard let token = functions.value(results, "token", "u") else {
        return .granted(token: nil, addresses: addresses)
      }
      defer { functions.library.releaseVariant(token) }
      return .granted(token: functions.number(token), addresses: addresses)
    case 1: return .cancelled
    default: return .failed(refusal)
    }
  }

  /// Returns the addresses of the files that the user has chosen.
  private static func addresses(
    in results: BusConnection.Object, _ functions: PortalFunctions
  ) -> [String] {
    guard let list = functions.value(results, "uris", "as") else { return [] }
    defer { functions.library.releaseVariant(list) }
    return (0..<functions.childCount(list)).compactMap { index -> String? in
      guard let address = functions.child(list, index) else { return nil }
      defer { functions.library.releaseVariant(address) }
      return String(cString: functions.text(address, nil))
    }
  }

  /// Tells the portal that nobody waits for an answer anymore.
  private func close(_ path: String) {
    bus.notify(("org.freedesktop.portal.Request", "Close"), of: Self.service, at: path)
    _ = bus.wait(0.3) { false }
  }
}
