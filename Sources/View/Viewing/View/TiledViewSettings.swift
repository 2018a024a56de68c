import Geometry
import Gestures
import Rendering
import Zooming

/// What a program, or its user, sets about a view.
public struct TiledViewSettings: Hashable, Sendable {
  /// How zooming and panning feel: steps, the elastic limit, edges, animation.
  public var zooming = ZoomPreferences()
  /// What devices do.
  public var gestures = GesturePreferences()
  /// What stands around and behind the picture.
  public var backdrop = Backdrop()
  /// How long a tile takes to replace a coarser one, in seconds; 0 shows it at once.
  public var fadeDuration = 0.08
  /// Device pixels per unit of a picture at 100 %: at 2 the next finer rung of a ladder is drawn.
  public var contentScale = 1.0
  /// How image pixels are magnified beyond 100 %.
  public var magnification = Frame.Magnification.automatic
  /// How pictures are exposed, and how what is brighter than the display's white is shown.
  public var toning = Toning()
  /// What taps do where the delegate leaves them to the view.
  public var taps = TapActions()
  /// Whether tiles beside the view and ahead of it are asked for before they are needed.
  public var prefetches = true
  /// Whether sources that move play as soon as they are shown.
  public var playsAtOnce = true
  /// Whether drawings, sources that give any scale beyond 100 %, are enlarged until they fit.
  public var enlargesDrawings = false
  /// What is seen through the transparent parts of drawings, in place of the backdrop's
  /// checkerboard; `nil` leaves that.
  public var drawingBackground: OpaqueColor?
  /// The scales that can be reached, where they are not those that follow from the source.
  public var scaleRange: ClosedRange<Double>?

  /// What most people want.
  public init() {}
}

/// What a view does for taps and clicks.
public struct TapActions: Hashable, Sendable {
  /// What one tap does.
  public enum Action: Hashable, Sendable {
    /// No value.
    case none
    /// Zoom in at the point, or back to the whole picture.
    case zoomInOrFit
    /// Zoom by a factor at the point.
    case zoom(by: Double)
  }

  /// One tap, or a click that is no drag.
  public var single = Action.none
  /// Two taps in quick succession.
  public var double = Action.zoomInOrFit
  /// A tap of two fingers.
  public var twoFinger = Action.zoom(by: 0.5)

  /// What phones do.
  public init() {}
}
