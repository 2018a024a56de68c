import CX11
import Glibc

/// Follows the desktop's XSETTINGS manager, which may come, go and change its settings at any time.
///
/// Belongs to its connection's thread. Events only mark what is to be read; `update` reads it, once
/// for any number of changes.
struct XSettingsWatch {
  private let display: DisplayConnection
  /// The window whose events other parts have selected.
  private let ownWindow: CX11.Window
  private let selection: Atom
  private let property: Atom
  private let managerMessage: Atom
  private static let events = PropertyChangeMask | StructureNotifyMask
  /// The manager's window; 0 without one.
  private var manager: CX11.Window = 0
  private var isManagerDue = true
  private var isReadingDue = false
  /// The settings of the last manager that had valid ones.
  private(set) var settings = DesktopSettings.Source()

  /// Starts to follow the manager; `update` finds it.
  init(_ display: DisplayConnection, window: CX11.Window) {
    self.display = display
    ownWindow = window
    let names = ["_XSETTINGS_S\(display.screen)", "_XSETTINGS_SETTINGS", "MANAGER"]
    var strings = names.map { strdup($0) }
    defer { for string in strings { free(string) } }
    var atoms = [Atom](repeating: 0, count: names.count)
    XInternAtoms(display.pointer, &strings, Int32(names.count), 0, &atoms)
    (selection, property, managerMessage) = (atoms[0], atoms[1], atoms[2])
    // A new manager announces itself on the root window.
    display.select(StructureNotifyMask, of: display.root)
  }

  /// Handles an event; returns true if it was one of the manager's.
  mutating func take(_ event: XEvent) -> Bool {
    switch event.type {
    case ClientMessage
    where event.xclient.window == display.root && event.xclient.message_type == managerMessage:
      isManagerDue = true
    case PropertyNotify where manager != 0 && event.xproperty.window == manager:
      if event.xproperty.atom == property { isReadingDue = true }
    case DestroyNotify where manager != 0 && event.xdestroywindow.window == manager:
      isManagerDue = true
    default: return false
    }
    return true
  }

  /// Reads what has changed; returns true if the settings did.
  mutating func update() -> Bool {
    guard !display.isLost, isManagerDue || isReadingDue else { return false }
    if isManagerDue { findManager() }
    isManagerDue = false
    isReadingDue = false
    let before = settings
    if manager == 0 {
      settings = DesktopSettings.Source()
    } else if let bytes = display.property(property, of: manager, limit: XSettings.mostBytes)?
      .bytes,
      let values = XSettings.values(in: bytes, of: DesktopSettings.Source.names)
    {
      settings = DesktopSettings.Source(values)
    }
    return settings != before
  }

  private mutating func findManager() {
    // If the manager ends before its events are selected, nothing reports that: look again.
    for _ in 0..<4 {
      let owner = XGetSelectionOwner(display.pointer, selection)
      guard owner != manager else { return }
      display.deselect(Self.events, of: manager)
      // Any client may name any window as the owner, and events of these belong to other parts.
      manager = owner == ownWindow || owner == display.root ? 0 : owner
      guard manager != 0 else { return }
      display.select(Self.events, of: manager)
    }
  }
}
