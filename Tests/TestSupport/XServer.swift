import Geometry
import Glibc
import Platform

/// A test's own X server without a screen, Xvfb or Xorg; its lifetime is this object's.
public final class XServer {
  /// The server didn't start.
  public struct StartFailure: Error, CustomStringConvertible {
    /// The server's output.
    public var description: String
  }

  /// True if Xvfb is installed; tests that need it are otherwise skipped by name.
  public static var isAvailable: Bool { TestProcess.canFind("Xvfb") }

  /// The comment on tests that are skipped without Xvfb.
  public static let missing = "Xvfb is not installed"

  /// The display's name, such as `:3`.
  public let display: String
  /// The server's process.
  public let process: TestProcess
  /// The simulated input devices; empty on Xvfb.
  public private(set) var devices: [TestDevice.Kind: TestDevice] = [:]
  private var folder: TemporaryFolder?

  /// Starts a server with one screen and waits until it accepts connections.
  ///
  /// `without` names extensions to turn off, such as `MIT-SHM`; `arguments` are passed to Xvfb.
  public init(
    size: PixelSize = PixelSize(width: 1280, height: 800), depth: Int = 24,
    without extensions: [String] = [], arguments: [String] = []
  ) throws {
    var options = ["-screen", "0", "\(size.width)x\(size.height)x\(depth)"]
    for name in extensions { options += ["-extension", name] }
    (process, display) = try Self.start("Xvfb", options + arguments)
  }

  /// True if an Xorg is installed that needs neither a screen nor real devices.
  public static var hasDevices: Bool {
    let modules = "/usr/lib/xorg/modules"
    return TestProcess.canFind("Xorg")
      && access("\(modules)/drivers/dummy_drv.so", R_OK) == 0
      && access("\(modules)/input/inputtest_drv.so", R_OK) == 0 && geteuid() == 0
  }

  /// The comment on skipped tests that need input devices.
  public static let missingDevices = "no Xorg with the dummy and inputtest drivers, or not root"

  /// Starts a real Xorg with simulated input devices.
  public init(devices kinds: [TestDevice.Kind], size: PixelSize) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    let configuration = try folder.file(
      "xorg.conf", Array(Self.configuration(kinds, size: size, folder: folder.path).utf8))
    (process, display) = try Self.start(
      "Xorg",
      [
        "-config", configuration, "-logfile", "\(folder.path)/log", "-sharevts", "-novtswitch",
        "vt7",
      ])
    for kind in kinds {
      devices[kind] = try TestDevice(path: "\(folder.path)/\(kind.rawValue)")
    }
  }

  /// True if an Xorg is installed that can have several outputs without a screen.
  public static var hasOutputs: Bool {
    TestProcess.canFind("Xorg") && geteuid() == 0
      && access("/usr/lib/xorg/modules/drivers/dummy_drv.so", R_OK) == 0
  }

  /// The comment on skipped tests that need several outputs.
  public static let missingOutputs = "no Xorg with the dummy driver, or not root"

  /// Starts a real Xorg with outputs of 800 × 600 pixels, side by side.
  public init(outputs count: Int) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    let configuration = try folder.file("xorg.conf", Array(Self.configuration(outputs: count).utf8))
    (process, display) = try Self.start(
      "Xorg",
      [
        "-config", configuration, "-logfile", "\(folder.path)/log", "-sharevts", "-novtswitch",
        "vt7",
      ])
  }

  private static func configuration(outputs count: Int) -> String {
    let names = (0..<count).map { "  Option \"Monitor-DUMMY\($0)\" \"monitor\($0)\"\n" }
    let monitors = (0..<count).map { index in
      """
      Section "Monitor"
        Identifier "monitor\(index)"
        HorizSync 1-1000
        VertRefresh 1-500
        Option "Enable" "true"
        Option "PreferredMode" "800x600"
        Option "Position" "\(index * 800) 0"
      EndSection

      """
    }
    return """
      Section "ServerFlags"
        Option "AutoAddDevices" "false"
        Option "DontVTSwitch" "true"
      EndSection
      Section "Device"
        Identifier "card"
        Driver "dummy"
        VideoRam 65536
      \(names.joined())EndSection
      \(monitors.joined())Section "Screen"
        Identifier "screen"
        Device "card"
        Monitor "monitor0"
        DefaultDepth 24
        SubSection "Display"
          Depth 24
          Virtual \(count * 800) 600
        EndSubSection
      EndSection

      """
  }

  private static func configuration(
    _ kinds: [TestDevice.Kind], size: PixelSize, folder: String
  ) -> String {
    var text = """
      Section "ServerFlags"
        Option "AutoAddDevices" "false"
        Option "DontVTSwitch" "true"
      EndSection
      Section "Device"
        Identifier "card"
        Driver "dummy"
        VideoRam 65536
      EndSection
      Section "Monitor"
        Identifier "monitor"
        HorizSync 1-1000
        VertRefresh 1-500
      EndSection
      Section "Screen"
        Identifier "screen"
        Device "card"
        Monitor "monitor"
        DefaultDepth 24
        SubSection "Display"
          Depth 24
          Virtual \(size.width) \(size.height)
        EndSubSection
      EndSection

      """
    for kind in kinds {
      text += """
        Section "InputDevice"
          Identifier "\(kind.rawValue)"
          Driver "inputtest"
          Option "DeviceType" "\(kind.rawValue)"
          Option "SocketPath" "\(folder)/\(kind.rawValue)"
          Option "AccelerationScheme" "none"
        EndSection

        """
    }
    text += "Section \"ServerLayout\"\n  Identifier \"layout\"\n  Screen \"screen\"\n"
    for (index, kind) in kinds.enumerated() {
      text +=
        "  InputDevice \"\(kind.rawValue)\" \"\(index == 0 ? "CorePointer" : "SendCoreEvents")\"\n"
    }
    return text + "EndSection\n"
  }

  /// Starts a server that chooses and reports a free display number, so that tests can run in
  /// parallel.
  private static func start(
    _ executable: String, _ arguments: [String]
  ) throws -> (process: TestProcess, display: String) {
    let report = try FileDescriptor.pipe()
    try report.first.setNonBlocking()
    let process = try TestProcess(
      executable, ["-displayfd", "9", "-noreset", "-nolisten", "tcp"] + arguments,
      passing: [report.second.number: 9])
    var line: [UInt8] = []
    waitUntil(20) {
      var bytes = [UInt8](repeating: 0, count: 16)
      let count = read(report.first.number, &bytes, bytes.count)
      if count > 0 { line += bytes.prefix(count) }
      return line.last == UInt8(ascii: "\n") || !process.isRunning
    }
    guard line.last == UInt8(ascii: "\n") else {
      throw StartFailure(
        description: "\(executable) did not start: \(process.standardError)")
    }
    return (process, ":" + String(decoding: line.dropLast(), as: UTF8.self))
  }

  deinit { process.terminate() }

  /// The folder of the settings that programs start with: those of `Tests/Settings`.
  public static let settings = PackageFile.root + "/Tests/Settings"

  /// Variables that make a program use only this server, and no user's settings.
  public var environment: [String: String?] {
    [
      "DISPLAY": display, "WAYLAND_DISPLAY": nil, "XAUTHORITY": nil,
      "XDG_CONFIG_HOME": Self.settings, "XDG_STATE_HOME": "/proc/nowhere",
    ]
  }

  /// Starts a program on this server.
  public func run(
    _ executable: String, _ arguments: [String] = [], names: [[UInt8]] = [],
    environment more: [String: String?] = [:], passing descriptors: [Int32: Int32] = [:]
  ) throws -> TestProcess {
    try TestProcess(
      executable, arguments, names: names,
      environment: environment.merging(more) { _, new in new }, passing: descriptors)
  }

  /// Kills the server without warning, as a crash would.
  public func crash() {
    process.signal(SIGKILL)
    _ = process.wait(limit: 10)
  }
}
