/// The state machine of a renderer's life cycle.
///
/// Drivers keep two processors busy for tens of milliseconds when they start. So the first picture,
/// and every motion until then, is painted in software on the view's own thread. Then the render
/// thread takes over, without changing a pixel, and the view's thread never paints again. A value
/// without a clock.
struct RendererLifecycle: Hashable {
  /// A phase of the life cycle.
  enum Phase: Hashable {
    /// There is no surface yet.
    case idle
    /// The first picture is pending. Drivers start when it is complete or at the deadline, and
    /// leave the processors to its decoder until then.
    case firstPaint(until: Double)
    /// Drivers start; meanwhile the canvas is painted.
    case starting
    /// The thread is ready to draw, and waits until it has every tile that the canvas shows.
    case takingOver
    /// The thread draws, with GL or in software.
    case drawing
    /// Nothing can be drawn any more.
    case failed
  }

  /// The action to take after an event.
  enum Effect: Hashable {
    case startThread
    /// Submit the next frame to the thread, and release the canvas's memory.
    case takeOver
  }

  /// The current phase.
  private(set) var phase = Phase.idle
  /// True if the first frames may be painted in software; filters need GL.
  private(set) var mayPaint = true

  /// True if frames are painted on the canvas by the view's own thread.
  var isPainting: Bool {
    switch phase {
    case .firstPaint, .starting, .takingOver: mayPaint
    case .idle, .drawing, .failed: false
    }
  }

  /// True if the thread draws.
  var isDrawing: Bool { phase == .drawing }

  /// When drivers start even if there is no picture.
  var deadline: Double? { if case .firstPaint(let deadline) = phase { deadline } else { nil } }

  /// A surface exists; drivers wait for the first picture until `deadline`, or start at once if it
  /// is `nil`.
  mutating func begin(paintsUntil deadline: Double?) -> Effect? {
    guard phase == .idle else { return nil }
    guard let deadline else {
      mayPaint = false
      phase = .starting
      return .startThread
    }
    phase = .firstPaint(until: deadline)
    return nil
  }

  /// The first picture is painted or is not waited for any longer.
  mutating func start() -> Effect? {
    guard case .firstPaint = phase else { return nil }
    phase = .starting
    return .startThread
  }

  /// A frame needs something that the software renderer can't draw.
  mutating func stopPainting() -> Effect? {
    mayPaint = false
    return start()
  }

  /// Starts the drivers if the deadline has passed.
  mutating func tick(at now: Double) -> Effect? {
    if let deadline, now >= deadline { start() } else { nil }
  }

  /// The thread is ready to draw.
  mutating func started() {
    if phase == .starting { phase = .takingOver }
  }

  /// The thread has every tile that the canvas shows or is about to show.
  mutating func ready() -> Effect? {
    guard phase == .takingOver else { return nil }
    phase = .drawing
    return .takeOver
  }

  /// The thread can't be started or can't draw any more.
  mutating func fail() { phase = .failed }
}
