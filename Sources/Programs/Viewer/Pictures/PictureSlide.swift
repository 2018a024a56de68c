import Tiles
import Zooming

/// The way to a neighbour in the album, while fingers hold it or it settles, and what slides out.
struct PictureSlide: Hashable, Sendable {
  /// How slides feel.
  struct Preferences: Hashable, Sendable {
    /// How far the album's ends give way, as a part of the view's width.
    var elasticLimit = 0.0
    /// Whether what is let go settles by a motion.
    var isAnimated = true
  }

  /// A picture that slides out, and the side that it is on.
  struct Leaving: Hashable, Sendable {
    /// The picture.
    var id: SourceID
    /// Its side of the picture that is shown.
    var page: AlbumSlide.Page
  }

  private let preferences: Preferences
  private var width: Int
  private var slide: AlbumSlide?
  /// How it moves; `nil` where there is none.
  var motion: AlbumSlide? { slide }
  /// The picture that slides out.
  private(set) var leaving: Leaving?

  /// No slide, in a view of a width in device pixels.
  init(width: Int, preferences: Preferences) {
    self.width = width
    self.preferences = preferences
  }

  /// Whether there is one.
  var isUnderWay: Bool { slide != nil }
  /// Whether fingers hold it.
  var isHeld: Bool { slide?.isHeld == true }
  /// The side whose picture it waits for.
  var awaited: AlbumSlide.Page? { slide?.awaited }

  /// Whether it is over.
  func isFinished(at now: Double) -> Bool { slide?.isFinished(at: now) == true }

  /// Takes a pan that the picture has given away.
  mutating func begin(_ offered: OfferedPan, between neighbours: AlbumSlide.Neighbours) {
    slide = AlbumSlide(
      offered, width: width, neighbours: neighbours, elasticLimit: preferences.elasticLimit)
  }

  /// Fingers catch it where it is, or begin one.
  mutating func hold(between neighbours: AlbumSlide.Neighbours, at now: Double) {
    var held =
      slide
      ?? AlbumSlide(width: width, neighbours: neighbours, elasticLimit: preferences.elasticLimit)
    held.hold(at: now)
    held.neighbours = neighbours
    slide = held
  }

  /// Fingers move it by a distance.
  mutating func move(by distance: Double, between neighbours: AlbumSlide.Neighbours) {
    slide?.neighbours = neighbours
    slide?.move(by: distance)
  }

  /// Fingers let it go; how many pictures further the album has to go.
  mutating func release(
    velocity: Double, between neighbours: AlbumSlide.Neighbours, at now: Double
  ) -> Int {
    let before = awaited?.rawValue ?? 0
    slide?.neighbours = neighbours
    let page = slide?.release(
      velocity: velocity, isAnimated: preferences.isAnimated, at: now)
    return (page?.rawValue ?? 0) - before
  }

  /// It goes back where it came from; how many pictures further the album has to go.
  mutating func cancel(between neighbours: AlbumSlide.Neighbours, at now: Double) -> Int {
    let before = awaited?.rawValue ?? 0
    slide?.neighbours = neighbours
    slide?.cancel(isAnimated: preferences.isAnimated, at: now)
    return -before
  }

  /// The picture that was awaited takes the screen from another one, which slides out.
  mutating func turn(from id: SourceID?, at now: Double) {
    guard let page = awaited else { return }
    leaving = id.map { Leaving(id: $0, page: page == .next ? .previous : .next) }
    slide?.turn(to: page, isAnimated: preferences.isAnimated, at: now)
  }

  /// Ends it where it is.
  mutating func end() {
    slide = nil
    leaving = nil
  }

  /// Takes another width of the view: a slide ends.
  mutating func resize(width: Int) {
    self.width = width
    end()
  }
}
