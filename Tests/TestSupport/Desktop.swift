/// What manages the windows on a test's X server.
public enum Desktop: String, CaseIterable, Sendable {
  /// No window manager.
  case bare
  case openbox
  case i3

  /// Those that can be started here.
  public static var installed: [Desktop] {
    allCases.filter { $0 == .bare || WindowManager.canStart($0.rawValue) }
  }

  /// Starts the window manager, if there is one, and waits until it manages windows.
  public func start(on server: XServer) throws -> WindowManager? {
    guard self != .bare else { return nil }
    return try WindowManager(rawValue, on: server, client: TestClient(server))
  }
}
