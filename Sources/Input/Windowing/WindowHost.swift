import Geometry

/// A parent window, of any client, in which a view is embedded.
package struct WindowHost: Hashable, Sendable {
  /// The host's XID.
  package var window: UInt
  /// The embedded window's rectangle in pixels of the host; `nil` always covers the whole host.
  package var rect: PixelRect?

  /// Creates a host; without `rect`, all of it is covered.
  package init(window: UInt, rect: PixelRect? = nil) {
    self.window = window
    self.rect = rect
  }
}
