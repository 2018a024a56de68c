import CX11

/// The events that the program's parts have selected of windows, on one connection.
///
/// The server keeps one mask for each window, so a part that set its own would make the others
/// deaf. Other programs decide of which windows some parts want events.
struct EventSelection {
  /// The masks of the parts, by window.
  private var masks: [CX11.Window: [Int]] = [:]

  /// Adds a part's mask; returns the mask for the server.
  mutating func add(_ mask: Int, of window: CX11.Window) -> Int {
    masks[window, default: []].append(mask)
    return whole(of: window)
  }

  /// Removes a part's mask; returns the mask for the server, or `nil` if nothing of the window was
  /// selected: it is gone.
  mutating func remove(_ mask: Int, of window: CX11.Window) -> Int? {
    guard let index = masks[window]?.firstIndex(of: mask) else { return nil }
    masks[window]?.remove(at: index)
    if masks[window]?.isEmpty == true { masks[window] = nil }
    return whole(of: window)
  }

  /// Forgets a window that is gone: its number may become another's.
  mutating func forget(_ window: CX11.Window) { masks[window] = nil }

  private func whole(of window: CX11.Window) -> Int {
    masks[window]?.reduce(NoEventMask) { $0 | $1 } ?? NoEventMask
  }
}
