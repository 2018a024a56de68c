import CX11
import Geometry
import Gestures

/// The monitor that a window is on, with its ICC profile and interface scale.
struct WindowMonitor {
  private let display: DisplayConnection
  private let changeEvent: Int32?
  /// The monitor that overlaps the window most; at first the configured one.
  private(set) var current: Monitor
  /// The monitor's ICC profile; empty if there is none.
  private(set) var profile: [UInt8]
  /// The scale of text and bars; 1 is 96 dpi.
  private(set) var interfaceScale: Double
  /// The resolution for text in dots per inch, as the desktop says; `nil` if it does not.
  private var desktopDPI: Double?
  /// The desktop's factor of text, which counts without a resolution.
  private var textScale = 1.0
  /// All monitors as of the last RandR event; empty if they must be queried.
  private var all: [Monitor]
  /// True if the window may have moved to another monitor since the last update.
  private var hasMoved = false

  /// Starts on the configured monitor, or else on the one under the pointer.
  init(_ display: DisplayConnection, _ configuration: Window.Configuration) {
    self.display = display
    changeEvent = display.randrEventBase.map { $0 + Int32(RRScreenChangeNotify) }
    current = configuration.monitor ?? display.monitorUnderPointer()
    profile = configuration.displayProfile ?? display.displayProfile(of: current)
    interfaceScale = display.interfaceScale(on: current)
    all = display.lastMonitors
    guard changeEvent != nil else { return }
    XRRSelectInput(display.pointer, display.root, Int32(RRScreenChangeNotifyMask))
  }

  /// Notes that the window may have moved.
  mutating func windowMoved() { hasMoved = true }

  /// Handles an event; returns true if the monitors have changed.
  mutating func handle(_ event: inout XEvent) -> Bool {
    guard event.type == changeEvent else { return false }
    XRRUpdateConfiguration(&event)
    all = []
    hasMoved = true
    return true
  }

  /// Finds the current monitor, if the window may have moved: the one that overlaps it most.
  ///
  /// On a tie, or outside all monitors, the last one is kept.
  mutating func update(window: UInt, size: PixelSize) -> [WindowEvent] {
    guard hasMoved else { return [] }
    hasMoved = false
    guard !display.isLost else { return [] }
    if all.isEmpty { all = display.monitors() }
    let now =
      all.count == 1
      ? all[0]
      : display.rect(of: window, size: size).flatMap {
        Monitor.withMost(of: $0, among: all, rather: current.number)
      }
    guard let now, now != current else { return [] }
    let isOther = now.number != current.number
    current = now
    return (isOther ? rereadProfile() : []) + recomputeScale()
  }

  /// Handles a change of a property of the root window.
  mutating func rootPropertyChanged(_ atom: Atom) -> [WindowEvent] {
    if atom == display.atoms[.resourceManager] { return recomputeScale() }
    let profiles = AtomName.profiles
    guard profiles.indices.contains(current.number), atom == display.atoms[profiles[current.number]]
    else { return [] }
    return rereadProfile()
  }

  /// Sets the resolution for text in dots per inch, which counts where the user's resources have
  /// none, and the factor of text, which counts where there is no resolution at all.
  mutating func setDesktop(dpi: Double?, textScale: Double) -> [WindowEvent] {
    desktopDPI = dpi
    self.textScale = textScale
    return recomputeScale()
  }

  private mutating func rereadProfile() -> [WindowEvent] {
    let now = display.displayProfile(of: current)
    guard now != profile else { return [] }
    profile = now
    return [.displayProfileChanged]
  }

  private mutating func recomputeScale() -> [WindowEvent] {
    let scale = display.interfaceScale(
      on: current, desktopDPI: desktopDPI, textScale: textScale)
    guard scale != interfaceScale else { return [] }
    interfaceScale = scale
    return [.interfaceScaleChanged(scale)]
  }
}
