import Glibc
import Platform
import Synchronization

/// A private message bus with a portal on it that follows a script, for tests of programs that
/// ask the desktop's portal.
///
/// It needs dbus-daemon and GIO, which is loaded when the first one is made.
///
/// It may go to another thread: what its connection's thread uses is constant or locked, and the
/// daemon and the folder are the test's.
public final class ScriptedPortal: @unchecked Sendable {
  /// What the portal does with a request.
  public enum Behaviour: Hashable, Sendable {
    /// Grants it, with the token 7.
    case grants
    /// The user chooses the files with these addresses.
    case chooses([String])
    /// Grants it before it returns the request's handle.
    case grantsEarly
    /// The user cancels.
    case cancels
    /// It ends with an error.
    case refuses
    /// The answer has other types than documented.
    case isNonsense
    /// The user never answers.
    case isSilent
    /// The method does not exist.
    case isMissing
  }

  /// What the portal answers when its settings are read.
  public enum Settings: Hashable, Sendable {
    /// It has no settings.
    case isMissing
    /// It never answers.
    case isSilent
    /// The answer of `ReadAll`, in GVariant's text format.
    case are(String)
  }

  /// A call that has arrived.
  public struct Call: Hashable, Sendable {
    /// The interface's last part and the method, as `Print.PreparePrint`.
    public let method: String
    /// The arguments in GVariant's text format.
    public let arguments: String
    /// The bytes of the file that came with it.
    public let file: [UInt8]
  }

  /// True if it can be started; otherwise tests that need it are skipped by name.
  public static var isAvailable: Bool {
    TestProcess.canFind("dbus-daemon") && dlopen("libgio-2.0.so.0", RTLD_NOW) != nil
  }

  /// The comment on tests that are skipped without it.
  public static let missing = "dbus-daemon or GIO is not installed"

  private typealias Object = UnsafeMutableRawPointer
  private typealias Text = UnsafePointer<CChar>

  /// The bus's address, for `DBUS_SESSION_BUS_ADDRESS`.
  public let address: String
  private let folder: TemporaryFolder?
  private let daemon: TestProcess?
  private let behaviour: Behaviour
  private let received = Mutex<[Call]>([])
  private let settings: Mutex<Settings>
  private let reads = Mutex<[String]>([])
  private let connection: UInt

  /// Starts a bus, and a portal on it unless `behaviour` is `nil`.
  public init(_ behaviour: Behaviour?, settings: Settings = .isMissing) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    self.behaviour = behaviour ?? .isMissing
    self.settings = Mutex(settings)
    let address = "unix:path=\(folder["bus"])"
    self.address = address
    let configuration = try folder.file(
      "bus.conf",
      Array(
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig><type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
        <policy context="default"><allow user="*"/><allow own="*"/>
        <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/></policy>
        </busconfig>
        """.utf8))
    daemon = try TestProcess(
      "dbus-daemon", ["--nofork", "--nopidfile", "--nosyslog", "--config-file=\(configuration)"])
    connection = try Self.connect(to: address)
    if behaviour != nil { serve() }
  }

  /// Starts a portal on another one's bus, whose place it takes.
  public init(on other: ScriptedPortal, settings: Settings) throws {
    folder = nil
    daemon = nil
    behaviour = .isMissing
    self.settings = Mutex(settings)
    address = other.address
    connection = try Self.connect(to: address)
    serve()
  }

  private static func connect(to address: String) throws -> UInt {
    let connect: @convention(c) (Text, Int32, Object?, Object?, Object?) -> Object? =
      function("g_dbus_connection_new_for_address_sync")
    var connected: Object?
    guard
      waitUntil(
        20,
        {
          connected = connect(address, 1 | 8, nil, nil, nil)
          return connected != nil
        }), let connection = connected
    else { throw Errno(code: ETIMEDOUT, call: "dbus-daemon") }
    return UInt(bitPattern: connection)
  }

  private func serve() {
    let connection = Object(bitPattern: connection)
    let addFilter: @convention(c) (Object?, Filter, Object?, Object?) -> UInt32 =
      Self.function("g_dbus_connection_add_filter")
    _ = addFilter(
      connection,
      { _, message, isIncoming, data in
        guard isIncoming != 0, let message, let data else { return message }
        let portal = Unmanaged<ScriptedPortal>.fromOpaque(data).takeUnretainedValue()
        return portal.take(message) ? nil : message
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
    let call:
      @convention(c) (
        Object?, Text, Text, Text, Text, Object?, Object?, Int32, Int32, Object?, Object?
      ) -> Object? = Self.function("g_dbus_connection_call_sync")
    let bus = "org.freedesktop.DBus"
    _ = call(
      connection, bus, "/org/freedesktop/DBus", bus, "RequestName",
      Self.variant("('org.freedesktop.portal.Desktop', uint32 4)"), nil, 0, 10_000, nil, nil)
  }

  private typealias Filter = @convention(c) (Object?, Object?, Int32, Object?) -> Object?

  deinit {
    die()
    daemon?.terminate()
  }

  /// The calls that have arrived.
  public var calls: [Call] { received.withLock { $0 } }

  /// The arguments of the calls that have read the settings, which are no part of `calls`.
  public var settingsReads: [String] { reads.withLock { $0 } }

  /// Sets what the settings are, and reports nothing.
  public func setSettings(_ settings: Settings) { self.settings.withLock { $0 = settings } }

  /// Reports changes of settings; each of `bodies` is the signal's body in GVariant's text format.
  ///
  /// What the settings are when they are read stays.
  public func report(_ bodies: [String]) {
    let make: @convention(c) (Text, Text, Text) -> Object? = Self.function(
      "g_dbus_message_new_signal")
    let release: @convention(c) (Object?) -> Void = Self.function("g_object_unref")
    for body in bodies {
      let signal = make(
        "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "SettingChanged")
      send(signal, body)
      release(signal)
    }
  }

  /// Leaves the bus.
  public func die() {
    let close: @convention(c) (Object?, Object?, Object?) -> Int32 = Self.function(
      "g_dbus_connection_close_sync")
    if let connection = Object(bitPattern: connection) { _ = close(connection, nil, nil) }
  }

  /// Ends the bus.
  public func endBus() { daemon?.terminate() }

  // MARK: Messages

  private static func function<Function>(_ name: String) -> Function {
    guard let address = dlsym(dlopen("libgio-2.0.so.0", RTLD_NOW), name) else {
      fatalError("\(name) is missing in GIO")
    }
    return unsafeBitCast(address, to: Function.self)
  }

  private static func variant(_ text: String) -> Object? {
    let parse: @convention(c) (Object?, Text, Object?, Object?, Object?) -> Object? = function(
      "g_variant_parse")
    return parse(nil, text, nil, nil, nil)
  }

  private static func text(_ getter: String, of message: Object) -> String {
    let get: @convention(c) (Object) -> Text? = function(getter)
    return get(message).map { String(cString: $0) } ?? ""
  }

  /// Answers a message on the connection's thread; returns false if it is not for a portal.
  private func take(_ message: Object) -> Bool {
    let kind: @convention(c) (Object) -> Int32 = Self.function("g_dbus_message_get_message_type")
    let interface = Self.text("g_dbus_message_get_interface", of: message)
    let methodCall: Int32 = 1
    guard kind(message) == methodCall, interface.hasPrefix("org.freedesktop.portal.") else {
      return false
    }
    let method = Self.text("g_dbus_message_get_member", of: message)
    let arguments = Self.arguments(of: message)
    if interface == "org.freedesktop.portal.Settings" {
      reads.withLock { $0.append("\(method)\(arguments)") }
      answerSettings(message)
      return true
    }
    received.withLock {
      $0.append(
        Call(
          method: "\(interface.split(separator: "." as Character).last ?? "").\(method)",
          arguments: arguments, file: Self.file(of: message)))
    }
    let sender = Self.text("g_dbus_message_get_sender", of: message)
    let name = sender.dropFirst().map { $0 == "." ? "_" : String($0) }.joined()
    let path = "/org/freedesktop/portal/desktop/request/\(name)/\(Self.token(in: arguments))"
    if behaviour == .grantsEarly { respond(to: sender, path) }
    if behaviour == .isMissing {
      fail(message)
    } else {
      let answer: @convention(c) (Object) -> Object? = Self.function(
        "g_dbus_message_new_method_reply")
      send(answer(message), method == "Close" ? "()" : "(objectpath '\(path)',)")
    }
    if behaviour != .grantsEarly, method != "Close" { respond(to: sender, path) }
    return true
  }

  private func fail(_ message: Object) {
    let fail: @convention(c) (Object, Text, Text) -> Object? = Self.function(
      "g_dbus_message_new_method_error_literal")
    send(fail(message, "org.freedesktop.DBus.Error.UnknownMethod", "no such method"))
  }

  private func answerSettings(_ message: Object) {
    switch settings.withLock({ $0 }) {
    case .isMissing: fail(message)
    case .isSilent: break
    case .are(let text):
      let answer: @convention(c) (Object) -> Object? = Self.function(
        "g_dbus_message_new_method_reply")
      send(answer(message), text)
    }
  }

  private func respond(to sender: String, _ path: String) {
    let body =
      switch behaviour {
      case .grants, .grantsEarly: "(uint32 0, {'token': <uint32 7>})"
      case .chooses(let addresses):
        "(uint32 0, {'uris': <@as [\(addresses.map { "'\($0)'" }.joined(separator: ", "))]>})"
      case .cancels: "(uint32 1, @a{sv} {})"
      case .refuses: "(uint32 2, @a{sv} {})"
      case .isNonsense: "('nonsense', [1, 2])"
      case .isSilent, .isMissing: ""
      }
    guard !body.isEmpty else { return }
    let make: @convention(c) (Text, Text, Text) -> Object? = Self.function(
      "g_dbus_message_new_signal")
    let signal = make(path, "org.freedesktop.portal.Request", "Response")
    let address: @convention(c) (Object?, Text) -> Void = Self.function(
      "g_dbus_message_set_destination")
    address(signal, sender)
    send(signal, body)
  }

  private func send(_ message: Object?, _ body: String? = nil) {
    if let body {
      let set: @convention(c) (Object?, Object?) -> Void = Self.function("g_dbus_message_set_body")
      set(message, Self.variant(body))
    }
    let send: @convention(c) (Object?, Object?, Int32, Object?, Object?) -> Int32 =
      Self.function("g_dbus_connection_send_message")
    _ = send(Object(bitPattern: connection), message, 0, nil, nil)
  }

  private static func arguments(of message: Object) -> String {
    let body: @convention(c) (Object) -> Object? = function("g_dbus_message_get_body")
    let print: @convention(c) (Object, Int32) -> Text? = function("g_variant_print")
    return body(message).flatMap { print($0, 1) }.map { String(cString: $0) } ?? ""
  }

  /// The value of `handle_token`, between quotes.
  private static func token(in arguments: String) -> String {
    let parts = arguments.split(separator: "'" as Character).map(String.init)
    guard let place = parts.firstIndex(of: "handle_token"), place + 2 < parts.count else {
      return "none"
    }
    return parts[place + 2]
  }

  private static func file(of message: Object) -> [UInt8] {
    let list: @convention(c) (Object) -> Object? = function("g_dbus_message_get_unix_fd_list")
    let get: @convention(c) (Object, Int32, Object?) -> Int32 = function("g_unix_fd_list_get")
    guard let files = list(message) else { return [] }
    let number = get(files, 0, nil)
    guard number >= 0 else { return [] }
    let file = FileDescriptor(adopting: number)
    var status = stat()
    fstat(file.number, &status)
    return (try? FileDescriptor.readAll(file.number, at: 0, limit: Int(status.st_size))) ?? []
  }
}
