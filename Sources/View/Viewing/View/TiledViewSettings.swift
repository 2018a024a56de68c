import Geometry
import Gestures
import Rendering
import Zooming

/// The settings of a view, chosen by a program or its user.
public struct TiledViewSettings: Hashable, Sendable {
  /// How zooming and panning behave: steps, elastic edges, animation.
  public var zooming = ZoomPreferences()
  /// How input devices behave.
  public var gestures = GesturePreferences()
  /// What is drawn around and behind the picture.
  public var backdrop = Backdrop()
  /// The time in which a tile replaces a coarser one, in seconds; 0 shows it at once.
  public var fadeDuration = 0.08
  /// Device pixels per unit of a picture at 100 %: at 2 the next finer rung of a ladder is drawn.
  public var contentScale = 1.0
  /// How image pixels are magnified beyond 100 %.
  public var magnification = Frame.Magnification.automatic
  /// Exposure, and the tone mapping of colours brighter than the display's white.
  public var toning = ToneSettings()
  /// The actions for taps that the delegate does not handle.
  public var taps = TapActions()
  /// True if tiles beside the view and ahead of its motion are prefetched.
  public var prefetches = true
  /// True if animations play as soon as they are shown.
  public var playsAtOnce = true
  /// True if drawings, sources that give any scale beyond 100 %, are enlarged to fit the surface.
  public var enlargesDrawings = false
  /// The background behind the transparent parts of drawings, in place of the backdrop's
  /// checkerboard; `nil` keeps that.
  public var drawingBackground: OpaqueColor?
  /// The range of scales; `nil` uses the source's default.
  public var scaleRange: ClosedRange<Double>?

  /// Creates the default settings.
  public init() {}
}

/// A view's actions for taps and clicks.
public struct TapActions: Hashable, Sendable {
  /// The action for a tap.
  public enum Action: Hashable, Sendable {
    /// Do nothing.
    case none
    /// Zoom in at the point, or back to the whole picture.
    case zoomInOrFit
    /// Zoom by a factor at the point.
    case zoom(by: Double)
  }

  /// A tap, or a click without a drag.
  public var single = Action.none
  /// Two taps in quick succession.
  public var double = Action.zoomInOrFit
  /// A tap with two fingers.
  public var twoFinger = Action.zoom(by: 0.5)

  /// Creates the actions that are usual on phones.
  public init() {}
}
