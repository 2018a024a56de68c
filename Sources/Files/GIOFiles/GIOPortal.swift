import Glibc
import Platform

/// The desktop's portal (xdg-desktop-portal), whose dialogs belong to other programs.
///
/// Belongs to the thread that created it, which waits for answers; `isCancelled` is asked four
/// times a second meanwhile.
package final class GIOPortal {
  /// The end of a request.
  package enum Answer: Hashable, Sendable {
    /// It was granted. Some requests return a token for the next one.
    case granted(token: UInt32?)
    /// The user cancelled.
    case cancelled
    /// Why it failed, as a part of a sentence.
    case failed(String)
    /// There is no portal, or it can't do this.
    case missing
  }

  private static let service = "org.freedesktop.portal.Desktop"
  private static let object = "/org/freedesktop/portal/desktop"
  /// Seconds for the user to answer.
  package static let userLimit = 600.0

  private let functions: PortalFunctions
  private let context: GIOLibrary.Object?
  private let timer: GIOLibrary.Object?
  private let cancellable: GIOLibrary.Object?
  private let mail: Mail
  private let isCancelled: () -> Bool
  /// Seconds for the bus and the portal to answer a call, without the user.
  private let callLimit: Double
  private var connection: GIOLibrary.Object?
  private var count = 0

  /// What has arrived.
  private final class Mail {
    let functions: PortalFunctions
    /// The result of the asynchronous call, retained.
    var result: GIOLibrary.Object?
    /// The parameters of the `Response` signal, retained.
    var response: GIOLibrary.Object?
    /// True once the portal has left the bus.
    var hasEnded = false

    init(_ functions: PortalFunctions) { self.functions = functions }

    static func of(_ data: GIOLibrary.Object?) -> Mail? {
      data.map { Unmanaged<Mail>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  /// Connects to the session bus, or to the bus at an address; throws if there is none.
  ///
  /// A call that is not answered within `callLimit` seconds has failed, as has the connection.
  package init(
    address: String? = nil, callLimit: Double = 10, isCancelled: @escaping () -> Bool = { false }
  ) throws(GIOError) {
    guard address != nil || GIOLibrary.hasSessionBus else {
      throw GIOError(reason: .notFound, message: "there is no session bus")
    }
    functions = try PortalFunctions()
    mail = Mail(functions)
    self.isCancelled = isCancelled
    self.callLimit = callLimit
    context = functions.makeContext()
    functions.pushContext(context)
    // Wakes the thread, so that deadlines are kept.
    timer = functions.makeTimer(250)
    functions.setCallback(timer, { _ in 1 }, nil, nil)
    _ = functions.attach(timer, context)
    cancellable = functions.makeCancellable()
    if let address { try connect(to: address) } else { try connect(to: sessionAddress()) }
  }

  deinit {
    functions.cancel(cancellable)
    if let connection { functions.library.release(connection) }
    functions.library.release(cancellable)
    functions.endSource(timer)
    functions.releaseSource(timer)
    while functions.iterate(context, 0) != 0 {}
    functions.popContext(context)
    functions.releaseContext(context)
    take(&mail.result)
    if let response = mail.response { functions.library.releaseVariant(response) }
  }

  private var mailPointer: GIOLibrary.Object { Unmanaged.passUnretained(mail).toOpaque() }

  private static let ready: PortalFunctions.Ready = { _, result, data in
    guard let mail = Mail.of(data), mail.result == nil else { return }
    mail.result = mail.functions.retain(result)
  }

  private func take(_ object: inout GIOLibrary.Object?) {
    if let object { functions.library.release(object) }
    object = nil
  }

  /// Handles what arrives until `isDone` or the time is over; returns `isDone`.
  private func wait(_ seconds: Double, until isDone: () -> Bool) -> Bool {
    let end = MonotonicClock.now() + seconds
    while !isDone(), MonotonicClock.now() < end, !isCancelled() {
      _ = functions.iterate(context, 1)
    }
    return isDone()
  }

  /// Waits for the result of an asynchronous call; after its time, the call is cancelled.
  private func waitForResult() -> Bool {
    if wait(callLimit, until: { mail.result != nil }) { return true }
    functions.cancel(cancellable)
    let end = MonotonicClock.now() + 2
    while mail.result == nil, MonotonicClock.now() < end { _ = functions.iterate(context, 1) }
    if mail.result == nil {
      // Its callback comes late: what it writes to must stay.
      _ = Unmanaged.passRetained(mail)
    }
    return false
  }

  private func sessionAddress() throws(GIOError) -> String {
    var failure: GIOLibrary.Object?
    let session: Int32 = 2
    guard let address = functions.address(session, cancellable, &failure) else {
      throw functions.library.error(failure)
    }
    defer { functions.free(address) }
    return String(cString: address.assumingMemoryBound(to: CChar.self))
  }

  private func connect(to address: String) throws(GIOError) {
    var failure: GIOLibrary.Object?
    // As a client, and with the bus's greeting.
    functions.connect(address, 1 | 8, nil, cancellable, Self.ready, mailPointer)
    defer { take(&mail.result) }
    guard waitForResult() else {
      throw GIOError(reason: .timedOut, message: "the session bus does not answer")
    }
    connection = functions.connected(mail.result, &failure)
    if connection == nil { throw functions.library.error(failure) }
  }

  // MARK: Requests

  /// Makes a request, and waits for the user's answer for at most `limit` seconds.
  ///
  /// `method` is the method's name after `org.freedesktop.portal.`. `arguments` returns them in
  /// GVariant's text format for a handle's token. `handle 0` stands for `file`.
  package func request(
    _ method: (interface: String, name: String), file: Int32? = nil, limit: Double = userLimit,
    arguments: (_ token: String) -> String
  ) -> Answer {
    guard let sender = functions.name(connection).map({ String(cString: $0) }) else {
      return .failed("the session bus is gone")
    }
    count += 1
    let token = "fresnel\(getpid())_\(count)"
    let path = "\(Self.object)/request/\(Self.element(sender))/\(token)"
    // First of all: the answer may come before the call returns.
    let subscriptions = subscribe(path)
    defer { for number in subscriptions { functions.unsubscribe(connection, number) } }
    if let problem = call(
      "org.freedesktop.portal.\(method.interface)", method.name, arguments(token), file)
    {
      return problem
    }
    let isAnswered = wait(limit) {
      mail.response != nil || mail.hasEnded || functions.isClosed(connection) != 0
    }
    guard let response = mail.response else {
      if isAnswered { return .failed("the desktop's portal has ended") }
      close(path)
      return isCancelled() ? .cancelled : .failed("the desktop's portal did not answer")
    }
    mail.response = nil
    defer { functions.library.releaseVariant(response) }
    return answer(response)
  }

  /// The sender's name as a part of an object path: `:1.42` is `1_42`.
  static func element(_ sender: String) -> String {
    String(sender.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
  }

  private func subscribe(_ path: String) -> [UInt32] {
    // A portal may answer twice.
    if let former = mail.response { functions.library.releaseVariant(former) }
    mail.response = nil
    let response = functions.subscribe(
      connection, Self.service, "org.freedesktop.portal.Request", "Response", path, nil, 0,
      { _, _, _, _, _, parameters, data in
        guard let mail = Mail.of(data), mail.response == nil else { return }
        mail.response = mail.functions.retainVariant(parameters)
      }, mailPointer, nil)
    let owner = functions.subscribe(
      connection, "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged",
      "/org/freedesktop/DBus", Self.service, 0,
      { _, _, _, _, _, parameters, data in
        guard let mail = Mail.of(data), mail.functions.isOfType(parameters, "(sss)") != 0,
          let new = mail.functions.child(parameters, 2)
        else { return }
        defer { mail.functions.library.releaseVariant(new) }
        mail.hasEnded = mail.functions.text(new, nil).pointee == 0
      }, mailPointer, nil)
    mail.hasEnded = false
    return [response, owner]
  }

  /// Calls a method of the portal; returns why that failed.
  private func call(
    _ interface: String, _ method: String, _ arguments: String, _ file: Int32?
  ) -> Answer? {
    var failure: GIOLibrary.Object?
    guard let values = functions.library.variant(nil, arguments, nil, nil, &failure) else {
      return .failed(functions.library.error(failure).message)
    }
    defer { functions.library.releaseVariant(values) }
    var files: GIOLibrary.Object?
    if let file {
      files = functions.makeFiles()
      guard functions.appendFile(files, file, &failure) >= 0 else {
        return .failed(functions.library.error(failure).message)
      }
    }
    defer { if files != nil { functions.library.release(files) } }
    functions.call(
      connection, Self.service, Self.object, interface, method, values, nil, 0,
      Int32(callLimit * 1000), files, cancellable, Self.ready, mailPointer)
    defer { take(&mail.result) }
    guard waitForResult() else {
      return isCancelled() ? .cancelled : .failed("the desktop's portal did not answer")
    }
    var unused: GIOLibrary.Object?
    let answer = functions.called(connection, &unused, mail.result, &failure)
    take(&unused)
    guard let answer else { return problem(failure) }
    functions.library.releaseVariant(answer)
    return nil
  }

  /// The errors of a bus without a portal, or of a portal without this interface.
  private static let missing = [
    "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
    "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownInterface",
    "org.freedesktop.DBus.Error.UnknownObject",
  ]

  private func problem(_ failure: GIOLibrary.Object?) -> Answer {
    let name = functions.remoteError(failure)
    defer { functions.free(name) }
    _ = functions.stripError(failure)
    let message = functions.library.error(failure).message
    guard let text = name?.assumingMemoryBound(to: CChar.self) else { return .failed(message) }
    let kind = String(cString: text)
    if Self.missing.contains(kind) || kind.hasPrefix("org.freedesktop.DBus.Error.Spawn.") {
      return .missing
    }
    return .failed(message)
  }

  private func answer(_ response: GIOLibrary.Object) -> Answer {
    guard functions.isOfType(response, "(ua{sv})") != 0, let code = functions.child(response, 0),
      let results = functions.child(response, 1)
    else { return .failed("the desktop's portal gave no valid answer") }
    defer { for value in [code, results] { functions.library.releaseVariant(value) } }
    switch functions.number(code) {
    case 0:
      guard let token = functions.value(results, "token", "u") else { return .granted(token: nil) }
      defer { functions.library.releaseVariant(token) }
      return .granted(token: functions.number(token))
    case 1: return .cancelled
    default: return .failed("the desktop's portal has refused it")
    }
  }

  /// Tells the portal that nobody waits for an answer anymore.
  private func close(_ path: String) {
    functions.call(
      connection, Self.service, path, "org.freedesktop.portal.Request", "Close", nil, nil, 0, 1000,
      nil, nil, nil, nil)
    _ = wait(0.3) { false }
  }
}
