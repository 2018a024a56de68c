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
  /// What is shown at one moment.
  struct Seen: Hashable {
    var view: Viewport
    var destination: Viewport
    var slide: Double
    var page: Int
    var isMoving: Bool
  }

  private struct Album: PanningDelegate {
    let hasNeighbours: Bool

    func allowsPan(_ question: PanQuestion) -> Bool {
      !(hasNeighbours && question.direction.isSideways && question.beganAtEdge)
    }
  }

  private(set) var recognizer = GestureRecognizer()
  private(set) var zoom: ZoomController
  private(set) var slide: AlbumSlide?
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
      slide: slide?.offset(at: now) ?? 0, page: page,
      isMoving: zoom.isMoving(at: now) || slide?.isMoving(at: now) == true)
  }

  mutating func take(_ input: HandInput, at now: Double) {
    turnPage(at: now)
    switch input {
    case .event(let event): play(recognizer.gestures(for: event, now: now), at: now)
    case .tick: play(recognizer.tick(now: now), at: now)
    case .resize(let size):
      zoom.resize(to: size, now: now)
      slide = nil
    case .turn(let turns): zoom.turn(quarterTurns: turns, now: now)
    case .mirror: zoom.mirror(now: now)
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
    if slide?.isFinished(at: now) == true { slide = nil }
  }

  private var neighbours: AlbumSlide.Neighbours {
    AlbumSlide.Neighbours(hasPrevious: page > 0, hasNext: page < pages - 1)
  }

  private mutating func turnPage(at now: Double) {
    guard let awaited = slide?.awaited else { return }
    page += awaited.rawValue
    slide?.turn(to: awaited, isAnimated: zoom.preferences.isAnimated, at: now)
    let neighbours = neighbours
    slide?.neighbours = neighbours
    var next = ZoomController(
      surface: zoom.surface, picture: zoom.picture, preferences: zoom.preferences)
    swap(&next, &zoom)
  }

  private mutating func play(_ gestures: [Gesture], at now: Double) {
    let album = Album(hasNeighbours: pages > 1)
    for gesture in gestures where !slideTakes(gesture, at: now) {
      guard let offered = zoom.handle(gesture, at: now, asking: album) else { continue }
      slide = AlbumSlide(
        offered, width: zoom.surface.width, neighbours: neighbours,
        elasticLimit: zoom.preferences.elasticLimit)
      zoom.handle(.panEnded(velocity: .zero), at: now)
    }
  }

  private mutating func slideTakes(_ gesture: Gesture, at now: Double) -> Bool {
    let isAnimated = zoom.preferences.isAnimated
    switch gesture {
    case .swipe(let phase, let way, let velocity):
      // Another device may hold the picture: end its pan, the slide takes over.
      zoom.handle(.panEnded(velocity: .zero), at: now)
      if slide == nil {
        slide = AlbumSlide(
          width: zoom.surface.width, neighbours: neighbours,
          elasticLimit: zoom.preferences.elasticLimit)
      }
      if phase == .began { slide?.hold(at: now) }
      slide?.move(by: way.x)
      if phase == .ended {
        _ = slide?.release(velocity: velocity.x, isAnimated: isAnimated, at: now)
      }
      if phase == .cancelled { slide?.cancel(isAnimated: isAnimated, at: now) }
      return true
    case .panBegan:
      slide?.hold(at: now)
      return slide != nil
    case .panMoved(let way):
      guard slide?.isHeld == true else { return false }
      slide?.move(by: way.x)
      return true
    case .panEnded(let velocity):
      guard slide?.isHeld == true else { return false }
      _ = slide?.release(velocity: velocity.x, isAnimated: isAnimated, at: now)
      return true
    default: return false
    }
  }
}
