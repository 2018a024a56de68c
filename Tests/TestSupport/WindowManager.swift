import CX11
import Geometry
import Glibc

/// A real window manager on a test's X server; its lifetime is this object's.
public final class WindowManager {
  /// The window manager didn't start.
  public struct StartFailure: Error, CustomStringConvertible {
    /// The reason.
    public var description: String
  }

  /// The window manager's process.
  public let process: TestProcess
  private let home: TemporaryFolder

  /// True if a window manager and its requirements are installed.
  public static func canStart(_ name: String) -> Bool {
    TestProcess.canFind(name) && (name != "xfwm4" || TestProcess.canFind("dbus-run-session"))
  }

  /// Starts `openbox`, `i3` or another window manager, and waits until it manages windows.
  ///
  /// Window managers announce themselves before they manage the first window, and may miss one that
  /// is mapped in between, so this maps test windows until one is managed.
  public init(_ name: String, on server: XServer, client: TestClient) throws {
    home = try TemporaryFolder()
    // With less than this, i3 asks the user questions, or later shows an error bar that takes space
    // from the windows.
    let text = "# i3 config file (v4)\nfont pango:monospace 8\n"
    let configuration = try home.file("i3.conf", Array(text.utf8))
    // xfwm4 stores its settings in a service on the session bus.
    let command =
      switch name {
      case "i3": ["i3", "-c", configuration]
      case "xfwm4": ["dbus-run-session", "--", "xfwm4"]
      default: [name]
      }
    process = try server.run(
      command[0], Array(command.dropFirst()),
      environment: ["HOME": home.path, "XDG_CACHE_HOME": nil, "XDG_CONFIG_HOME": nil])
    let isReady = waitUntil(30) {
      !process.isRunning
        || (!client.numbers("_NET_SUPPORTING_WM_CHECK", of: client.root).isEmpty
          && Self.takesWindows(client))
    }
    guard isReady, process.isRunning else {
      throw StartFailure(description: "\(name) did not start: \(process.standardError)")
    }
  }

  deinit {
    // The session's services outlive the process that started them.
    let services = ProcessFamily(process.pid).children
    process.terminate()
    for service in services { kill(service, SIGTERM) }
  }

  private static func takesWindows(_ client: TestClient) -> Bool {
    let probe = client.makeWindow(
      at: PixelRect(minX: 0, minY: 0, maxX: 40, maxY: 30), color: 0, isManaged: true)
    let isTaken = waitUntil(0.2) { !client.numbers("WM_STATE", of: probe).isEmpty }
    client.destroy(probe)
    return waitUntil(2) {
      !client.numbers("_NET_CLIENT_LIST", of: client.root).contains(probe)
    } && isTaken
  }
}
