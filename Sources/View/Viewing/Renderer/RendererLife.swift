/// Where a renderer is in its life: one state, and what each event makes of it.
///
/// Drivers take tens of milliseconds of two processors to start. So the first picture, and every
/// motion until then, is painted by the processor on the view's own thread; then the renderer's
/// thread takes over, without a pixel changing, and the view's thread never paints again. A value
/// without a clock.
struct RendererLife: Hashable {
  /// Where it is.
  enum Phase: Hashable {
    /// There is nothing to draw on yet.
    case idle
    /// The first picture is awaited, and drivers leave the processors to its decoder until it is
    /// there, or until a deadline.
    case firstPaint(until: Double)
    /// Drivers start; meanwhile the canvas is painted on.
    case starting
    /// The thread could draw, and waits until it has every tile that the canvas shows.
    case takingOver
    /// The thread draws, with GL or in plain code.
    case drawing
    /// Nothing is drawn any more.
    case failed
  }

  /// What an event asks for.
  enum Effect: Hashable {
    /// Start the thread.
    case startThread
    /// Give the thread the next frame, and the canvas's memory back.
    case takeOver
  }

  /// Where it is.
  private(set) var phase = Phase.idle
  /// Whether the processor may paint before the thread draws; filters need GL.
  private(set) var mayPaint = true

  /// Whether frames go to the canvas of the view's own thread.
  var isPainting: Bool {
    switch phase {
    case .firstPaint, .starting, .takingOver: mayPaint
    case .idle, .drawing, .failed: false
    }
  }

  /// Whether the thread draws.
  var isDrawing: Bool { phase == .drawing }

  /// When drivers start although no picture is there.
  var deadline: Double? { if case .firstPaint(let deadline) = phase { deadline } else { nil } }

  /// There is a surface; drivers wait for the first picture until a time, or start at once.
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

  /// The first picture has been painted, or is not worth waiting for.
  mutating func start() -> Effect? {
    guard case .firstPaint = phase else { return nil }
    phase = .starting
    return .startThread
  }

  /// Something is to be drawn that the processor can't.
  mutating func stopPainting() -> Effect? {
    mayPaint = false
    return start()
  }

  /// Time has passed.
  mutating func tick(at now: Double) -> Effect? {
    if let deadline, now >= deadline { start() } else { nil }
  }

  /// The thread could draw.
  mutating func started() {
    if phase == .starting { phase = .takingOver }
  }

  /// Nothing that the canvas shows, or is about to show, is missing in the thread.
  mutating func ready() -> Effect? {
    guard phase == .takingOver else { return nil }
    phase = .drawing
    return .takeOver
  }

  /// The thread can't be started, or can draw no more.
  mutating func fail() { phase = .failed }
}
