import Gestures
import Viewing

/// Is told what happens to a view and in it, on the view's thread, while `dispatch()` runs.
///
/// Every method has a default that does nothing. It may call the view back, and close it.
public protocol FresnelViewDelegate: TiledViewDelegate {
  /// A key was pressed while the view has the keyboard; true keeps it from the view.
  func fresnelView(_ view: FresnelView, pressed key: KeyPress) -> Bool
  /// The user asks to close the view's own window; false keeps it open.
  func fresnelViewShouldClose(_ view: FresnelView) -> Bool
  /// The view has ended, and tells nothing more.
  func fresnelView(_ view: FresnelView, ended ending: ViewEnding)
}

extension FresnelViewDelegate {
  /// Leaves every key to the view.
  public func fresnelView(_ view: FresnelView, pressed key: KeyPress) -> Bool { false }

  /// Lets the window be closed.
  public func fresnelViewShouldClose(_ view: FresnelView) -> Bool { true }

  /// Does nothing.
  public func fresnelView(_ view: FresnelView, ended ending: ViewEnding) {}
}
