import Geometry

/// The events of one reading, with those left out that a later one makes useless.
///
/// A mouse reports up to a thousand positions a second, a resize dozens of sizes: only the last of
/// a run can still be shown. The order relative to buttons, keys and scrolling stays.
struct EventBatch {
  private(set) var events: [WindowEvent] = []

  mutating func append(_ event: WindowEvent) {
    switch event {
    case .motion:
      if case .motion? = events.last { events.removeLast() }
    case .resized:
      events.removeAll { if case .resized = $0 { true } else { false } }
    case .exposed:
      events.removeAll { $0 == .exposed }
    default: break
    }
    events.append(event)
  }
}
