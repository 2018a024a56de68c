import Geometry
import Gestures
import Rendering
import ViewGeometry
import Zooming

/// Going through the album under the fingers.
extension ViewerSession {
  /// A picture that slides out, and the view that it is left with.
  struct Leaving {
    var picture: OpenPicture
    var page: AlbumSlide.Page
    var view: Viewport
    /// Whether nothing else needs it: its textures go once it is out.
    var isLast = false
  }

  /// The album, as pans are offered to it.
  var albumPanning: AlbumPanning {
    let neighbours = albumNeighbours
    return AlbumPanning(hasNeighbours: neighbours.hasPrevious || neighbours.hasNext)
  }

  /// What stands beside the picture that is shown.
  private var albumNeighbours: AlbumSlide.Neighbours {
    AlbumSlide.Neighbours(
      hasPrevious: entry(of: .previous) != nil, hasNext: entry(of: .next) != nil)
  }

  /// The album's entry on a side of what is shown; the album may be a step ahead of that.
  private func entry(of page: AlbumSlide.Page) -> AlbumEntry? {
    let ahead = slide?.awaited?.rawValue ?? 0
    let entry = album?.entry(offset: page.rawValue - ahead)
    return entry == shownEntry ? nil : entry
  }

  private var elasticLimit: Double { zoom?.preferences.elasticLimit ?? 0 }
  private var isAnimated: Bool { zoom?.preferences.isAnimated ?? true }

  /// Takes a pan that the picture has given away.
  func beginSlide(_ handOver: HandOver, at now: Double) {
    slide = AlbumSlide(
      handOver, width: surface.width, neighbours: albumNeighbours, elasticLimit: elasticLimit)
    zoom?.handle(.panEnded(velocity: .zero), at: now)
  }

  /// Takes a gesture if it goes through the album; whether it did.
  func slideTakes(_ gesture: Gesture, at now: Double) -> Bool {
    switch gesture {
    case .swipe(let phase, _, let way, let velocity):
      if phase == .began || slide == nil { holdSlide(at: now) }
      slide?.move(by: way.x)
      switch phase {
      case .began, .changed: break
      case .ended: releaseSlide(velocity: velocity.x, at: now)
      case .cancelled: releaseSlide(velocity: nil, at: now)
      }
      return true
    case .panBegan:
      // Where a file could not be shown there is no picture that could pan.
      guard slide != nil || (zoom == nil && albumPanning.hasNeighbours) else { return false }
      holdSlide(at: now)
      return true
    case .panMoved(let way, _):
      guard slide?.isHeld == true else { return false }
      noteNeighbours()
      slide?.move(by: way.x)
      return true
    case .panEnded(let velocity):
      guard slide?.isHeld == true else { return false }
      releaseSlide(velocity: velocity.x, at: now)
      return true
    default: return false
    }
  }

  private func holdSlide(at now: Double) {
    if slide == nil {
      // Fingers swipe while a button still holds the picture: its end will be the slide's.
      zoom?.handle(.panEnded(velocity: .zero), at: now)
      slide = AlbumSlide(
        width: surface.width, neighbours: albumNeighbours, elasticLimit: elasticLimit)
    }
    slide?.hold(at: now)
    noteNeighbours()
  }

  private func noteNeighbours() {
    let neighbours = albumNeighbours
    slide?.neighbours = neighbours
  }

  /// Lets go; without a velocity it goes back where it came from.
  private func releaseSlide(velocity: Double?, at now: Double) {
    guard var released = slide else { return }
    released.neighbours = albumNeighbours
    let before = released.awaited?.rawValue ?? 0
    var page: AlbumSlide.Page?
    if let velocity {
      page = released.release(velocity: velocity, isAnimated: isAnimated, at: now)
    } else {
      released.cancel(isAnimated: isAnimated, at: now)
    }
    slide = released
    let way = (page?.rawValue ?? 0) - before
    for _ in 0..<abs(way) { go(way > 0 ? .next : .previous, at: now) }
    needsRedraw = true
  }

  /// Ends it where it is: a key goes elsewhere, at once.
  func endSlide() {
    slide = nil
    endLeaving()
  }

  /// Lets go of what has slid out.
  private func endLeaving() {
    if let leaving, leaving.isLast { release(leaving.picture) }
    leaving = nil
  }

  /// A picture that was awaited takes the screen: `picture` is the one before it.
  func turnSlide(from picture: OpenPicture?, at now: Double) {
    guard let page = slide?.awaited else { return endSlide() }
    endLeaving()
    if let picture, let zoom {
      leaving = Leaving(
        picture: picture, page: page == .next ? .previous : .next, view: zoom.viewport(at: now))
    }
    slide?.turn(to: page, isAnimated: isAnimated, at: now)
  }

  /// Adds what is sliding to a frame.
  func addSlide(to frame: inout Frame, at now: Double) {
    guard let slide else { return }
    if slide.isFinished(at: now) { return endSlide() }
    // On whole pixels both pictures stay as sharp as they are at rest.
    frame.viewport.origin.x += slide.offset(at: now).rounded()
    guard let (page, offset) = slide.beside(at: now) else { return }
    var picture: OpenPicture
    var view: Viewport
    if let leaving, leaving.page == page {
      (picture, view) = (leaving.picture, leaving.view)
    } else {
      guard let entry = entry(of: page),
        let found = (neighbours + [pending].compactMap { $0 }).first(where: { $0.entry == entry }),
        let info = found.info
      else { return }
      (picture, view) = (found, nextView(of: info).viewport(at: now))
    }
    view.origin.x += offset.rounded()
    frame.beside = Frame.Beside(
      picture: picture.id, viewport: view, levels: picture.info?.levels,
      checker: picture.info?.hasAlpha == false ? nil : settings.backdrop.checker)
  }
}
