import Geometry

/// One finger on a touch screen.
struct TouchPan: Sendable {
  /// The number of the touch sequence.
  var id: Int
  /// Where and when the finger was put down.
  var start: Point
  var startTime: Double
  /// The finger's last position.
  var last: Point
  /// True once `panBegan` has been sent.
  ///
  /// The remaining finger of a pinch begins a pan only when it moves: fingers are never lifted at
  /// the same moment.
  var hasBegun: Bool
  /// True once the movement exceeds that of a tap.
  var isMoving = false
  /// True if the touch can be a tap.
  var isTap: Bool
  /// The pointer's velocity.
  var meter = VelocityMeter()

  /// Creates the pan of a new finger, or of one left over from a pinch.
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
