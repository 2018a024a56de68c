import Tiles

/// What a view has to tell its delegate, until it is told: never in the midst of its own work.
struct ViewEvents {
  enum Event {
    case source(SourceID, SourceNews)
    case renderer(RendererNews)
    case zoom(ZoomPhase)
    case settled
    case textless(String)
  }

  private(set) var waiting: [Event] = []

  mutating func add(_ event: Event) { waiting.append(event) }

  mutating func takeAll() -> [Event] {
    defer { waiting.removeAll() }
    return waiting
  }
}
