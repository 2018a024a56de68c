import CX11

/// The counter that tells the window manager when a frame of a new size is on the screen.
///
/// Without it, a window manager resizes as fast as the mouse moves and shows torn, half-drawn
/// windows.
final class SyncCounter {
  private let display: OpaquePointer
  let id: XSyncCounter
  private var requested: XSyncValue?
  private var isDue = false

  /// Creates a counter with value 0; `nil` if the server does not have the SYNC extension.
  init?(_ display: OpaquePointer) {
    var event: Int32 = 0
    var error: Int32 = 0
    var major: Int32 = 0
    var minor: Int32 = 0
    guard XConnection.inTurn({ XSyncQueryExtension(display, &event, &error) }) != 0,
      XSyncInitialize(display, &major, &minor) != 0
    else { return nil }
    self.display = display
    id = XSyncCreateCounter(display, XSyncValue(hi: 0, lo: 0))
  }

  /// Stores the value that the manager waits for; it sends the value just before a new size.
  func request(low: UInt, high: UInt) {
    requested = XSyncValue(
      hi: Int32(truncatingIfNeeded: high), lo: UInt32(truncatingIfNeeded: low))
    isDue = false
  }

  /// Marks that the new size has arrived: the next presented frame answers the request.
  func sizeArrived() { if requested != nil { isDue = true } }

  /// Answers the request if its size has arrived.
  func acknowledge() {
    guard isDue, let value = requested else { return }
    XSyncSetCounter(display, id, value)
    XFlush(display)
    requested = nil
    isDue = false
  }

  func destroy() { XSyncDestroyCounter(display, id) }
}
