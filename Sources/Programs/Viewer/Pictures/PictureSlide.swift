import Tiles
import Zooming

/// The slide to a neighbour in the album, held by fingers or settling, and the picture sliding out.
struct PictureSlide: Hashable, Sendable {
  /// The feel of slides.
  struct Preferences: Hashable, Sendable {
    /// How far the album's ends give way, as a fraction of the view's width.
    var elasticLimit = 0.0
    /// True if a released slide settles by an animation.
    var isAnimated = true
  }

  /// A picture that slides out, and its side.
  struct Leaving: Hashable, Sendable {
    /// The picture.
    var id: SourceID
    /// The side of the shown picture on which it lies.
    var page: AlbumSlide.Page
  }

  private let preferences: Preferences
  private var width: Int
  private var slide: AlbumSlide?
  /// The motion; `nil` without a slide.
  var motion: AlbumSlide? { slide }
  /// The picture that slides out.
  private(set) var leaving: Leaving?

  /// Creates a value without a slide, for a view of a width in device pixels.
  init(width: Int, preferences: Preferences) {
    self.width = width
    self.preferences = preferences
  }

  /// True during a slide.
  var isUnderWay: Bool { slide != nil }
  /// True while fingers hold it.
  var isHeld: Bool { slide?.isHeld == true }
  /// The side whose picture is pending.
  var awaited: AlbumSlide.Page? { slide?.awaited }

  /// Returns true if the slide has finished.
  func isFinished(at now: Double) -> Bool { slide?.isFinished(at: now) == true }

  /// Starts with a pan that the picture has passed on.
  mutating func begin(_ offered: OfferedPan, between neighbours: AlbumSlide.Neighbours) {
    slide = AlbumSlide(
      offered, width: width, neighbours: neighbours, elasticLimit: preferences.elasticLimit)
  }

  /// Holds the slide where it is, or starts one.
  mutating func hold(between neighbours: AlbumSlide.Neighbours, at now: Double) {
    var held =
      slide
      ?? AlbumSlide(width: width, neighbours: neighbours, elasticLimit: preferences.elasticLimit)
    held.hold(at: now)
    held.neighbours = neighbours
    slide = held
  }

  /// Moves the slide by a distance.
  mutating func move(by distance: Double, between neighbours: AlbumSlide.Neighbours) {
    slide?.neighbours = neighbours
    slide?.move(by: distance)
  }

  /// Releases the slide; returns how many pictures further the album goes.
  mutating func release(
    velocity: Double, between neighbours: AlbumSlide.Neighbours, at now: Double
  ) -> Int {
    let before = awaited?.rawValue ?? 0
    slide?.neighbours = neighbours
    let page = slide?.release(
      velocity: velocity, isAnimated: preferences.isAnimated, at: now)
    return (page?.rawValue ?? 0) - before
  }

  /// Cancels the slide; returns how many pictures further the album goes.
  mutating func cancel(between neighbours: AlbumSlide.Neighbours, at now: Double) -> Int {
    let before = awaited?.rawValue ?? 0
    slide?.neighbours = neighbours
    slide?.cancel(isAnimated: preferences.isAnimated, at: now)
    return -before
  }

  /// Shows the pending picture; the previous one slides out.
  mutating func turn(from id: SourceID?, at now: Double) {
    guard let page = awaited else { return }
    leaving = id.map { Leaving(id: $0, page: page == .next ? .previous : .next) }
    slide?.turn(to: page, isAnimated: preferences.isAnimated, at: now)
  }

  /// Ends the slide where it is.
  mutating func end() {
    slide = nil
    leaving = nil
  }

  /// Sets the view's width, which ends a slide.
  mutating func resize(width: Int) {
    self.width = width
    end()
  }
}
