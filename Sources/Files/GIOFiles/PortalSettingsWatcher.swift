import Platform

/// A thread that follows the settings of the desktop's portal (`org.freedesktop.portal.Settings`).
///
/// It starts neither a bus nor a portal, and sleeps while nothing changes.
package final class PortalSettingsWatcher: Sendable {
  private let thread: JoinableThread
  private let stopping: Cancellation

  /// How long to wait for the thread at the end, in seconds.
  private static let patience = 1.0

  /// Starts to follow the session bus, or the bus at an address; `nil` if there is no bus.
  ///
  /// - `deliver` gets the settings whenever they differ from the last ones, on the watching thread;
  ///   at first, from those of a desktop that says nothing.
  /// - `callLimit` is in seconds: a portal that takes longer to answer says nothing.
  /// - `pause` is the time between deliveries in seconds, whatever is sent.
  package init?(
    address: String? = nil, callLimit: Double = 10, pause: Double = 0.1,
    deliver: @escaping @Sendable (PortalSettings) -> Void
  ) {
    guard address != nil || GIOLibrary.hasSessionBus else { return nil }
    do throws(Errno) {
      let stopping = try Cancellation()
      self.stopping = stopping
      thread = try JoinableThread(name: "portal") {
        let bus = try? BusConnection(
          address: address, callLimit: callLimit, wakingOn: stopping.descriptor,
          isCancelled: { stopping.isCancelled })
        guard let bus else { return }
        PortalSettingsLoop(bus, pause: pause, isStopped: { stopping.isCancelled }, deliver).run()
      }
    } catch {
      return nil
    }
  }

  deinit { stop() }

  /// Ends the thread and waits for it; nothing is delivered afterwards, unless the bus has held it
  /// for a second.
  ///
  /// It must not be called from `deliver`.
  package func stop() {
    stopping.cancel()
    thread.join(within: Self.patience)
  }
}

/// The watching thread's loop.
private struct PortalSettingsLoop {
  /// What signals change.
  private final class State {
    var settings = PortalSettings()
    /// True if the settings must be read: at first, and when another portal has come.
    var isReadingDue = true
    /// True while they are read: what changes meanwhile may be older or newer than the answer.
    var isReading = false
  }

  private static let interface = "org.freedesktop.portal.Settings"

  private let bus: BusConnection
  private let pause: Double
  private let isStopped: () -> Bool
  private let deliver: (PortalSettings) -> Void
  private let state = State()

  init(
    _ bus: BusConnection, pause: Double, isStopped: @escaping () -> Bool,
    _ deliver: @escaping (PortalSettings) -> Void
  ) {
    self.bus = bus
    self.pause = pause
    self.isStopped = isStopped
    self.deliver = deliver
  }

  func run() {
    subscribe()
    var delivered = PortalSettings()
    while !isStopped(), !bus.isClosed {
      guard state.isReadingDue || state.settings != delivered else {
        bus.handleEvents()
        continue
      }
      if state.isReadingDue { read() }
      if isStopped() { return }
      if state.settings != delivered {
        delivered = state.settings
        deliver(delivered)
      }
      _ = bus.wait(pause) { false }
    }
    if !isStopped(), delivered != PortalSettings() { deliver(PortalSettings()) }
  }

  private func subscribe() {
    let functions = bus.functions
    bus.subscribe(toOwnerOf: GIOPortal.service) { [state] isThere in
      state.isReadingDue = isThere
      if !isThere { state.settings = PortalSettings() }
    }
    // The bus leaves out the signals of other namespaces.
    for namespace in PortalSettings.Key.namespaces {
      bus.subscribe(
        to: (Self.interface, "SettingChanged"), of: GIOPortal.service, at: GIOPortal.object,
        argument: namespace
      ) { [state] parameters in
        if state.isReading { state.isReadingDue = true }
        state.settings.change(parameters, functions)
      }
    }
  }

  private func read() {
    state.isReadingDue = false
    state.isReading = true
    defer { state.isReading = false }
    let names = PortalSettings.Key.namespaces.map { "'\($0)'" }.joined(separator: ", ")
    let functions = bus.functions
    do throws(BusConnection.Failure) {
      state.settings = try bus.call(
        (Self.interface, "ReadAll"), of: GIOPortal.service, at: GIOPortal.object, "([\(names)],)",
        startsService: false
      ) { PortalSettings($0, functions) }
    } catch {
      if case .missing = error { state.settings = PortalSettings() }
    }
  }
}
