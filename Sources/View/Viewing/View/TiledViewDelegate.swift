import Filters
import Geometry
import Markers
import Rendering
import Tiles
import Zooming

/// Is told what happens in a view, on the view's thread; every method has a default that does
/// nothing.
///
/// It may call the view back: what it changes is seen in the next frame.
public protocol TiledViewDelegate: AnyObject {
  /// A tap or click that is no drag, at a point in image pixels; true takes the place of what
  /// the view would do.
  func tiledView(_ view: TiledView, tapped kind: TapKind, at imagePoint: Point) -> Bool
  /// A tap or click on a marker, or on several drawn as one; true takes the place of what the view
  /// would do, and of being told of the tap itself.
  func tiledView(_ view: TiledView, tapped kind: TapKind, on hit: MarkerHit) -> Bool
  /// Whoever decides where a pan is the picture's own; `nil` leaves all pans to it.
  func panning(of view: TiledView) -> (any PanningDelegate)?
  /// A pan that the picture has given away at its edge.
  func tiledView(_ view: TiledView, offers pan: OfferedPan)
  /// A zoom has begun, has changed where it leads, or has come to rest.
  func tiledView(_ view: TiledView, zoom phase: ZoomPhase)
  /// All tiles of a view at rest are on the screen.
  func tiledViewSettled(_ view: TiledView)
  /// A source has told something.
  func tiledView(_ view: TiledView, source: SourceID, told news: SourceNews)
  /// The renderer has told something.
  func tiledView(_ view: TiledView, rendererTold news: RendererNews)
  /// No text can be drawn, told once, in a sentence for the user: clusters stay without counts, and
  /// no callout comes up. Everything else goes on.
  func tiledView(_ view: TiledView, drawsNoTexts sentence: String)
}

extension TiledViewDelegate {
  /// Leaves every tap, at a point in image pixels, to the view.
  public func tiledView(_ view: TiledView, tapped kind: TapKind, at imagePoint: Point) -> Bool {
    false
  }

  /// Takes a tap on a marker for any other.
  public func tiledView(_ view: TiledView, tapped kind: TapKind, on hit: MarkerHit) -> Bool {
    false
  }

  /// Leaves every pan to the picture.
  public func panning(of view: TiledView) -> (any PanningDelegate)? { nil }

  /// Leaves the picture at its edge.
  public func tiledView(_ view: TiledView, offers pan: OfferedPan) {}

  /// Does nothing.
  public func tiledView(_ view: TiledView, zoom phase: ZoomPhase) {}

  /// Does nothing.
  public func tiledViewSettled(_ view: TiledView) {}

  /// Does nothing.
  public func tiledView(_ view: TiledView, source: SourceID, told news: SourceNews) {}

  /// Does nothing.
  public func tiledView(_ view: TiledView, rendererTold news: RendererNews) {}

  /// Does nothing.
  public func tiledView(_ view: TiledView, drawsNoTexts sentence: String) {}
}

/// A tap, or a click of a pointer that was no drag.
public enum TapKind: Hashable, Sendable {
  /// One.
  case single
  /// Two in quick succession; the first has been told as a single one.
  case double
  /// One of two fingers.
  case twoFinger
  /// A click of the right button, told when it goes down; the view does nothing for it.
  case secondary
  /// A click of the middle button; the view does nothing for it.
  case middle
  /// A finger that rests for as long as `GesturePreferences.longPress` says, told while it is still
  /// there; the view does nothing for it.
  case long
}

/// Where a zoom is.
public enum ZoomPhase: Hashable, Sendable {
  /// The scale begins to change.
  case began
  /// It leads to another scale than before, in device pixels per unit.
  case changed(to: Double)
  /// It has come to rest.
  case ended
}

/// What a source of a view has told.
public enum SourceNews: Hashable, Sendable {
  /// It knows what it is, for the first time or anew.
  case opened(SourceInfo)
  /// Every pixel of the view that it is asked for can be drawn.
  case covered
  /// How far it is has changed.
  case progress
  /// Some of it is missing, for the reason in the sentence.
  case incomplete(String)
  /// The disk has no room to cache it.
  case noRoom
  /// The display's colour profile can't be used: its colours are taken for sRGB's.
  case profileRefused
  /// A tile can't be had, for the reason in the sentence.
  case tileFailed(TileKey, String)
  /// It can't be shown (any further), for the reason in the sentence.
  case failed(String)
}

/// What the renderer of a view has told.
public enum RendererNews: Hashable, Sendable {
  /// A frame is on the screen.
  case presented(Presentation)
  /// Frames come from the renderer's own thread from now on.
  case tookOver
  /// Filters can't be drawn, and why.
  case unfiltered(String)
  /// The filters of a frame can't be drawn, and why.
  case filtersRefused(FilterError, frame: UInt64)
  /// All bitmaps of overlays are gone: provide them again.
  case lost
  /// Nothing will ever be drawn, and why.
  case failed(String)
}
