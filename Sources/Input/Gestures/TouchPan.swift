import Geometry

/// One finger on a touch screen.
struct TouchPan: Sendable {
  /// Its sequence.
  var id: Int
  /// Where and when it was put down.
  var start: Point
  var startTime: Double
  /// Where it was last.
  var last: Point
  /// Whether the picture has been told of it.
  ///
  /// What is left of a pinch is told only once it moves: fingers are never lifted at one moment.
  var hasBegun: Bool
  /// Whether it has moved so far that it is no tap any more.
  var isMoving = false
  /// Whether it can be a tap at all.
  var isTap: Bool
  /// Its speed.
  var meter = VelocityMeter()

  /// A finger that is put down, or left over from more.
  init(id: Int, at position: Point, time: Double, isLeftOver: Bool = false) {
    self.id = id
    start = position
    startTime = time
    last = position
    hasBegun = !isLeftOver
    isTap = !isLeftOver
    meter.begin(at: time)
  }
}
