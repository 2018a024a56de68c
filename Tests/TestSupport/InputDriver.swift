import CX11
import CXTest
import Geometry

/// Real pointer, wheel and key input through XTEST.
///
/// Each call returns once the server has processed the input; wait for the program's reaction.
/// Positions are in screen pixels.
public struct InputDriver {
  private let client: TestClient

  /// Sends input to a client's server.
  public init(_ client: TestClient) { self.client = client }

  /// Moves the pointer to a position on the screen.
  public func move(toX x: Int, y: Int) {
    XTestFakeMotionEvent(client.pointer, -1, Int32(x), Int32(y), 0)
    client.synchronize()
  }

  /// Presses a button and holds it.
  public func press(_ button: Int = 1) {
    XTestFakeButtonEvent(client.pointer, UInt32(button), 1, 0)
    client.synchronize()
  }

  /// Releases a button.
  public func release(_ button: Int = 1) {
    XTestFakeButtonEvent(client.pointer, UInt32(button), 0, 0)
    client.synchronize()
  }

  /// Presses and releases a button.
  public func click(_ button: Int = 1) {
    press(button)
    release(button)
  }

  /// Clicks twice, as fast as the server accepts it.
  public func doubleClick(_ button: Int = 1) {
    click(button)
    click(button)
  }

  /// Turns the wheel by whole detents: positive ones are down, towards the user, or to the right if
  /// `sideways`.
  public func wheel(_ detents: Int, sideways: Bool = false) {
    let button = detents < 0 ? (sideways ? 6 : 4) : (sideways ? 7 : 5)
    for _ in 0..<abs(detents) { click(button) }
  }

  /// Presses a button at one point, moves in steps to another, and releases it there.
  public func drag(
    fromX x: Int, y: Int, toX endX: Int, y endY: Int, steps: Int = 10, button: Int = 1
  ) {
    move(toX: x, y: y)
    press(button)
    for step in 1...max(1, steps) {
      move(toX: x + (endX - x) * step / steps, y: y + (endY - y) * step / steps)
    }
    release(button)
  }

  /// Presses a button at one point, moves to another, and releases it while still moving.
  ///
  /// The server itself waits between the steps, so the motion has the requested speed even when
  /// this process is delayed.
  public func fling(
    fromX x: Int, y: Int, toX endX: Int, y endY: Int, steps: Int = 10, milliseconds: Int = 5
  ) {
    move(toX: x, y: y)
    press()
    for step in 1...max(1, steps) {
      XTestFakeMotionEvent(
        client.pointer, -1, Int32(x + (endX - x) * step / steps),
        Int32(y + (endY - y) * step / steps), UInt(milliseconds))
    }
    release()
  }

  /// Types a key by its keysym, with Shift if the keyboard needs it, while other keys are held.
  ///
  /// Returns false if the keyboard doesn't have the key.
  @discardableResult
  public func key(_ keysym: UInt32, holding held: [UInt32] = []) -> Bool {
    let code = XKeysymToKeycode(client.pointer, KeySym(keysym))
    guard code != 0 else { return false }
    let needsShift =
      XkbKeycodeToKeysym(client.pointer, code, 0, 0) != KeySym(keysym)
      && XkbKeycodeToKeysym(client.pointer, code, 0, 1) == KeySym(keysym)
    var others = held
    if needsShift { others.append(UInt32(XK_Shift_L)) }
    for other in others { hold(other) }
    XTestFakeKeyEvent(client.pointer, UInt32(code), 1, 0)
    XTestFakeKeyEvent(client.pointer, UInt32(code), 0, 0)
    for other in others.reversed() { letGo(other) }
    client.synchronize()
    return true
  }

  /// Types a key by its key code, with or without Shift.
  public func key(code: Int, shifted: Bool = false) {
    if shifted { hold(UInt32(XK_Shift_L)) }
    XTestFakeKeyEvent(client.pointer, UInt32(code), 1, 0)
    XTestFakeKeyEvent(client.pointer, UInt32(code), 0, 0)
    if shifted { letGo(UInt32(XK_Shift_L)) }
    client.synchronize()
  }

  /// Presses and releases a key while another is held; both are keycodes.
  public func key(code: Int, while held: Int) {
    XTestFakeKeyEvent(client.pointer, UInt32(held), 1, 0)
    key(code: code)
    XTestFakeKeyEvent(client.pointer, UInt32(held), 0, 0)
    client.synchronize()
  }

  /// Switches to one of the keyboard's layouts, as the user's layout key does.
  public func lockLayout(_ group: UInt32) {
    XkbLockGroup(client.pointer, UInt32(XkbUseCoreKbd), group)
    client.synchronize()
  }

  /// The number of the current layout.
  public var layoutGroup: UInt32 {
    var state = XkbStateRec()
    XkbGetState(client.pointer, UInt32(XkbUseCoreKbd), &state)
    return UInt32(state.group)
  }

  /// Presses a key, such as Control, and holds it.
  public func hold(_ keysym: UInt32) { send(keysym, isPressed: true) }

  /// Releases a held key.
  public func letGo(_ keysym: UInt32) { send(keysym, isPressed: false) }

  private func send(_ keysym: UInt32, isPressed: Bool) {
    let code = XKeysymToKeycode(client.pointer, KeySym(keysym))
    XTestFakeKeyEvent(client.pointer, UInt32(code), isPressed ? 1 : 0, 0)
    client.synchronize()
  }
}
