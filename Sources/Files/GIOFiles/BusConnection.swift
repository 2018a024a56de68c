import Platform

/// A connection to a message bus, with a context of its own for what arrives.
///
/// Belongs to the thread that created it. Events are handled only while it waits; `isCancelled` is
/// asked four times a second meanwhile.
final class BusConnection {
  /// Why a call has no answer.
  enum Failure: Error {
    /// `isCancelled` returned true.
    case cancelled
    /// The bus or the service did not answer in time.
    case noAnswer
    /// There is no such service, or it has no such method.
    case missing
    /// Any other reason, as a part of a sentence.
    case failed(String)
  }

  typealias Object = GIOLibrary.Object

  let functions: PortalFunctions
  private let context: Object?
  private let isCancelled: () -> Bool
  /// Seconds for the bus and for services to answer a call.
  private let callLimit: Double
  /// Ends `handleEvents` when its descriptor is readable.
  private var alarm: Object?
  private var connection: Object?
  private var subscriptions: Set<UInt32> = []

  /// A call whose callback has not been called yet, which owns it.
  private final class Pending {
    let functions: PortalFunctions
    /// The call's result, retained.
    var result: Object?

    init(_ functions: PortalFunctions) { self.functions = functions }

    deinit { if let result { functions.library.release(result) } }
  }

  /// What a subscription calls with the signal's parameters.
  private final class Subscriber {
    let body: (Object) -> Void
    init(_ body: @escaping (Object) -> Void) { self.body = body }
  }

  /// Connects to the session bus, or to the bus at an address; throws if there is none.
  ///
  /// `callLimit` is in seconds. `handleEvents` returns once `descriptor` is readable.
  init(
    address: String?, callLimit: Double, wakingOn descriptor: Int32? = nil,
    isCancelled: @escaping () -> Bool
  ) throws(GIOError) {
    guard address != nil || GIOLibrary.hasSessionBus else {
      throw GIOError(reason: .notFound, message: "there is no session bus")
    }
    functions = try PortalFunctions()
    self.isCancelled = isCancelled
    self.callLimit = callLimit
    context = functions.makeContext()
    functions.pushContext(context)
    if let descriptor {
      let isReadable: UInt32 = 1
      alarm = functions.makeAlarm(descriptor, isReadable)
      functions.setAlarmCallback(alarm, { _, _, _ in 1 }, nil, nil)
      _ = functions.attach(alarm, context)
    }
    if let address { try connect(to: address) } else { try connect(to: sessionAddress()) }
  }

  deinit {
    // Before the rest is handled: a flood of signals must not go on with it.
    for number in subscriptions { functions.unsubscribe(connection, number) }
    if let connection { functions.library.release(connection) }
    if let alarm { remove(alarm) }
    while functions.iterate(context, 0) != 0 {}
    functions.popContext(context)
    functions.releaseContext(context)
  }

  /// The connection's name on the bus, such as `:1.42`.
  var name: String? { functions.name(connection).map { String(cString: $0) } }

  /// True once the bus has gone.
  var isClosed: Bool { functions.isClosed(connection) != 0 }

  private func remove(_ source: Object?) {
    functions.endSource(source)
    functions.releaseSource(source)
  }

  // MARK: Waiting

  /// Waits until something has arrived, and handles it.
  func handleEvents() { _ = functions.iterate(context, 1) }

  /// Handles what arrives until `isDone`, or the time in seconds is over; returns `isDone`.
  func wait(_ seconds: Double, until isDone: () -> Bool) -> Bool {
    handleEvents(for: seconds) { !isDone() && !isCancelled() }
    return isDone()
  }

  private func handleEvents(for seconds: Double, while goesOn: () -> Bool) {
    // Wakes the thread, so that the deadline is kept.
    let timer = functions.makeTimer(UInt32(min(max(seconds, 0.001), 0.25) * 1000))
    functions.setCallback(timer, { _ in 1 }, nil, nil)
    _ = functions.attach(timer, context)
    defer { remove(timer) }
    let end = MonotonicClock.now() + seconds
    while goesOn(), MonotonicClock.now() < end { handleEvents() }
  }

  private static let ready: PortalFunctions.Ready = { _, result, data in
    guard let data else { return }
    let pending = Unmanaged<Pending>.fromOpaque(data).takeRetainedValue()
    pending.result = pending.functions.retain(result)
  }

  /// Begins an asynchronous call, and waits for its result; after its time, it is cancelled.
  private func result(
    of begin: (_ cancellable: Object?, _ data: Object) -> Void
  ) throws(Failure) -> Pending {
    let pending = Pending(functions)
    let cancellable = functions.makeCancellable()
    defer { functions.library.release(cancellable) }
    begin(cancellable, Unmanaged.passRetained(pending).toOpaque())
    if wait(callLimit, until: { pending.result != nil }) { return pending }
    functions.cancel(cancellable)
    // Cancelling calls back soon. What comes later finds `pending`, which its callback owns.
    handleEvents(for: 2) { pending.result == nil }
    throw isCancelled() ? Failure.cancelled : .noAnswer
  }

  // MARK: Connecting

  private func sessionAddress() throws(GIOError) -> String {
    var failure: Object?
    let session: Int32 = 2
    guard let address = functions.address(session, nil, &failure) else {
      throw functions.library.error(failure)
    }
    defer { functions.free(address) }
    return String(cString: address.assumingMemoryBound(to: CChar.self))
  }

  private func connect(to address: String) throws(GIOError) {
    let pending: Pending
    do throws(Failure) {
      pending = try result { cancellable, data in
        // As a client, and with the bus's greeting.
        functions.connect(address, 1 | 8, nil, cancellable, Self.ready, data)
      }
    } catch {
      throw GIOError(reason: .timedOut, message: "the session bus does not answer")
    }
    var failure: Object?
    connection = functions.connected(pending.result, &failure)
    if connection == nil { throw functions.library.error(failure) }
  }

  // MARK: Signals and calls

  /// Calls `body` with the parameters of a signal, until `unsubscribe` is called.
  ///
  /// `argument` is the signal's first argument; `nil` is any. `body` must not refer to the
  /// connection, which would never end.
  @discardableResult
  func subscribe(
    to signal: (interface: String, name: String), of service: String, at path: String,
    argument: String? = nil, _ body: @escaping (Object) -> Void
  ) -> UInt32 {
    let number = functions.subscribe(
      connection, service, signal.interface, signal.name, path, argument, 0,
      { _, _, _, _, _, parameters, data in
        guard let parameters, let data else { return }
        Unmanaged<Subscriber>.fromOpaque(data).takeUnretainedValue().body(parameters)
      }, Unmanaged.passRetained(Subscriber(body)).toOpaque(),
      { data in if let data { Unmanaged<Subscriber>.fromOpaque(data).release() } })
    subscriptions.insert(number)
    return number
  }

  /// Calls `body` when a service comes to the bus or leaves it, until `unsubscribe` is called.
  @discardableResult
  func subscribe(
    toOwnerOf service: String, _ body: @escaping (_ isThere: Bool) -> Void
  ) -> UInt32 {
    let bus = "org.freedesktop.DBus"
    return subscribe(
      to: (bus, "NameOwnerChanged"), of: bus, at: "/org/freedesktop/DBus", argument: service
    ) { [functions] parameters in
      guard functions.isOfType(parameters, "(sss)") != 0,
        let owner = functions.child(parameters, 2)
      else { return }
      defer { functions.library.releaseVariant(owner) }
      body(functions.text(owner, nil).pointee != 0)
    }
  }

  /// Ends a subscription.
  func unsubscribe(_ number: UInt32) {
    subscriptions.remove(number)
    functions.unsubscribe(connection, number)
  }

  /// Calls a method, and returns what `body` makes of the answer.
  ///
  /// `arguments` are in GVariant's text format; `handle 0` in them stands for `file`. With
  /// `startsService`, the bus starts a service that does not run.
  func call<Value>(
    _ method: (interface: String, name: String), of service: String, at path: String,
    _ arguments: String, file: Int32? = nil, startsService: Bool,
    _ body: (_ answer: Object) -> Value
  ) throws(Failure) -> Value {
    var failure: Object?
    guard let values = functions.library.variant(nil, arguments, nil, nil, &failure) else {
      throw .failed(functions.library.error(failure).message)
    }
    defer { functions.library.releaseVariant(values) }
    var files: Object?
    defer { if files != nil { functions.library.release(files) } }
    if let file {
      files = functions.makeFiles()
      guard functions.appendFile(files, file, &failure) >= 0 else {
        throw .failed(functions.library.error(failure).message)
      }
    }
    let noStart: Int32 = 1
    let pending = try result { cancellable, data in
      functions.call(
        connection, service, path, method.interface, method.name, values, nil,
        startsService ? 0 : noStart, Int32(callLimit * 1000), files, cancellable, Self.ready, data)
    }
    var unused: Object?
    let answer = functions.called(connection, &unused, pending.result, &failure)
    if let unused { functions.library.release(unused) }
    guard let answer else { throw reason(failure) }
    defer { functions.library.releaseVariant(answer) }
    return body(answer)
  }

  /// Calls a method, and waits for no answer.
  func notify(
    _ method: (interface: String, name: String), of service: String, at path: String
  ) {
    functions.call(
      connection, service, path, method.interface, method.name, nil, nil, 0, 1000, nil, nil, nil,
      nil)
  }

  /// The errors of a bus without a service, or of a service without this interface.
  private static let missing = [
    "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
    "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownInterface",
    "org.freedesktop.DBus.Error.UnknownObject",
  ]

  private func reason(_ failure: Object?) -> Failure {
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
}
