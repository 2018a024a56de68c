import Geometry
import Gestures

@testable import Zooming

/// An input of a viewer.
enum HandInput {
  /// An event of an input device.
  case event(WindowEvent)
  /// Time passes, for recognizers with a timeout.
  case tick
  /// The window or the picture changes, or a key is pressed.
  case resize(PixelSize)
  case turn(Int)
  case mirror
  case fit
  case enlarge
  case actualSize
  case zoom(Double)
  case scale(Double)
  case arrow(Point)
}

/// All stages from window events to a view, connected as in a viewer.
struct HandPlayer {
  /// The shown state at one moment.
  struct Seen: Hashable {
    var view: Viewport
    var destination: Viewport
    var transition: Double
    var page: Int
    var isMoving: Bool
  }

  private struct Album: PanningDelegate {
    let hasNeighbours: Bool

    func allowsPan(_ request: PanRequest) -> Bool {
      !(hasNeighbours && request.direction.isSideways && request.beganAtEdge)
    }
  }

  private(set) var recognizer = GestureRecognizer()
  private(set) var zoom: ZoomController
  private(set) var transition: AlbumTransition?
  /// The index of the album's current picture.
  private(set) var page = 0
  private let pages: Int

  init(surface: PixelSize, picture: PixelSize, pages: Int, preferences: ZoomPreferences) {
    zoom = ZoomController(surface: surface, picture: picture, preferences: preferences)
    self.pages = pages
  }

  func seen(at now: Double) -> Seen {
    Seen(
      view: zoom.viewport(at: now), destination: zoom.destination,
      transition: transition?.offset(at: now) ?? 0, page: page,
      isMoving: zoom.isMoving(at: now) || transition?.isMoving(at: now) == true)
  }

  mutating func take(_ input: HandInput, at now: Double) {
    turnPage(at: now)
    switch input {
    case .event(let event): play(recognizer.gestures(for: event, now: now), at: now)
    case .tick: play(recognizer.tick(now: now), at: now)
    case .resize(let size):
      zoom.resize(to: size)
      transition = nil
    case .turn(let turns): zoom.turn(quarterTurns: turns)
    case .mirror: zoom.mirror()
    case .fit: zoom.zoomToFit(at: now)
    case .enlarge: zoom.enlargeToFit(at: now)
    case .actualSize: zoom.zoomToActualSize(now: now)
    case .zoom(let factor): zoom.zoom(byFactor: factor, now: now)
    case .scale(let scale): zoom.setScale(scale, animated: true, now: now)
    case .arrow(let way): zoom.pan(by: way, now: now)
    }
  }

  /// Cancels all input; motions continue.
  mutating func letGo(at now: Double) { play(recognizer.cancel(), at: now) }

  /// Time passes without input.
  mutating func wait(until now: Double) {
    turnPage(at: now)
    if transition?.isFinished(at: now) == true { transition = nil }
  }

  private var neighbours: AlbumTransition.Neighbours {
    AlbumTransition.Neighbours(hasPrevious: page > 0, hasNext: page < pages - 1)
  }

  private mutating func turnPage(at now: Double) {
    guard let pending = transition?.pending else { return }
    page += pending.rawValue
    transition?.turn(to: pending, isAnimated: zoom.preferences.isAnimated, at: now)
    let neighbours = neighbours
    transition?.neighbours = neighbours
    var next = ZoomController(
      surface: zoom.surface, picture: zoom.picture, preferences: zoom.preferences)
    swap(&next, &zoom)
  }

  private mutating func play(_ gestures: [Gesture], at now: Double) {
    let album = Album(hasNeighbours: pages > 1)
    for gesture in gestures where !transitionTakes(gesture, at: now) {
      guard let offered = zoom.handle(gesture, at: now, asking: album) else { continue }
      transition = AlbumTransition(
        offered, width: zoom.surface.width, neighbours: neighbours,
        elasticLimit: zoom.preferences.elasticLimit)
      zoom.handle(.panEnded(velocity: .zero), at: now)
    }
  }

  private mutating func transitionTakes(_ gesture: Gesture, at now: Double) -> Bool {
    let isAnimated = zoom.preferences.isAnimated
    switch gesture {
    case .swipe(let phase, let way, let velocity):
      // Another device may hold the picture: end its pan, the transition takes over.
      zoom.handle(.panEnded(velocity: .zero), at: now)
      if transition == nil {
        transition = AlbumTransition(
          width: zoom.surface.width, neighbours: neighbours,
          elasticLimit: zoom.preferences.elasticLimit)
      }
      if phase == .began { transition?.hold(at: now) }
      transition?.move(by: way.x)
      if phase == .ended {
        _ = transition?.release(velocity: velocity.x, isAnimated: isAnimated, at: now)
      }
      if phase == .cancelled { transition?.cancel(isAnimated: isAnimated, at: now) }
      return true
    case .panBegan:
      transition?.hold(at: now)
      return transition != nil
    case .panMoved(let way):
      guard transition?.isHeld == true else { return false }
      transition?.move(by: way.x)
      return true
    case .panEnded(let velocity):
      guard transition?.isHeld == true else { return false }
      _ = transition?.release(velocity: velocity.x, isAnimated: isAnimated, at: now)
      return true
    default: return false
    }
  }
}
