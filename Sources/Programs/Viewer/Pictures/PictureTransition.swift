import Tiles
import Zooming

/// The transition to a neighbour in the album, held by fingers or settling, and the picture sliding
/// out.
struct PictureTransition: Hashable, Sendable {
  /// The feel of transitions.
  struct Preferences: Hashable, Sendable {
    /// The elastic limit at the album's ends, as a fraction of the view's width.
    var elasticLimit = 0.0
    /// True if a released transition settles by an animation.
    var isAnimated = true
  }

  /// A picture that slides out, and its side.
  struct OutgoingPicture: Hashable, Sendable {
    var id: SourceID
    /// The side of the shown picture on which it lies.
    var page: AlbumTransition.Page
  }

  /// The feel of transitions.
  var preferences: Preferences
  private var width: Int
  private var transition: AlbumTransition?
  /// The motion; `nil` without a transition.
  var motion: AlbumTransition? { transition }
  /// The picture that slides out.
  private(set) var leaving: OutgoingPicture?

  /// Creates a value without a transition, for a view of a width in device pixels.
  init(width: Int, preferences: Preferences) {
    self.width = width
    self.preferences = preferences
  }

  /// True during a transition.
  var isUnderWay: Bool { transition != nil }
  /// True while fingers hold the transition.
  var isHeld: Bool { transition?.isHeld == true }
  /// The side whose picture is pending.
  var pending: AlbumTransition.Page? { transition?.pending }

  /// Returns true if the transition has finished.
  func isFinished(at now: Double) -> Bool { transition?.isFinished(at: now) == true }

  /// Starts with a pan that the picture has passed on.
  mutating func begin(_ offered: OfferedPan, between neighbours: AlbumTransition.Neighbours) {
    transition = AlbumTransition(
      offered, width: width, neighbours: neighbours, elasticLimit: preferences.elasticLimit)
  }

  /// Holds the transition where it is, or starts one.
  mutating func hold(between neighbours: AlbumTransition.Neighbours, at now: Double) {
    var held =
      transition
      ?? AlbumTransition(
        width: width, neighbours: neighbours, elasticLimit: preferences.elasticLimit)
    held.hold(at: now)
    held.neighbours = neighbours
    transition = held
  }

  mutating func move(by distance: Double, between neighbours: AlbumTransition.Neighbours) {
    transition?.neighbours = neighbours
    transition?.move(by: distance)
  }

  /// Releases the transition; returns how many pictures further the album goes.
  mutating func release(
    velocity: Double, between neighbours: AlbumTransition.Neighbours, at now: Double
  ) -> Int {
    let before = pending?.rawValue ?? 0
    transition?.neighbours = neighbours
    let page = transition?.release(
      velocity: velocity, isAnimated: preferences.isAnimated, at: now)
    return (page?.rawValue ?? 0) - before
  }

  /// Cancels the transition; returns how many pictures further the album goes.
  mutating func cancel(between neighbours: AlbumTransition.Neighbours, at now: Double) -> Int {
    let before = pending?.rawValue ?? 0
    transition?.neighbours = neighbours
    transition?.cancel(isAnimated: preferences.isAnimated, at: now)
    return -before
  }

  /// Shows the pending picture; the previous one slides out.
  mutating func turn(from id: SourceID?, at now: Double) {
    guard let page = pending else { return }
    leaving = id.map { OutgoingPicture(id: $0, page: page == .next ? .previous : .next) }
    transition?.turn(to: page, isAnimated: preferences.isAnimated, at: now)
  }

  /// Ends the transition where it is.
  mutating func end() {
    transition = nil
    leaving = nil
  }

  /// Sets the view's width, which ends a transition.
  mutating func resize(width: Int) {
    self.width = width
    end()
  }
}

extension PictureTransition.Preferences {
  /// Creates the feel that suits the user's preferences for zooming.
  init(_ zooming: ZoomPreferences) {
    self.init(elasticLimit: zooming.elasticLimit, isAnimated: zooming.isAnimated)
  }
}
