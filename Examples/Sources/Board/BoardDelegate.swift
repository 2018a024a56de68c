import Fresnel
import Glibc

/// Prints events on the board, and decides at which edges pans are elastic.
final class BoardDelegate: FresnelViewDelegate {
  private let edges = EdgeKeeper()
  private var lastPin: UInt64 = 0

  func fresnelView(
    _ view: FresnelView, tapped kind: TapKind, at point: PicturePoint, now: Double
  ) -> Bool {
    say("tap \(kind) at \(Int(point.x)) \(Int(point.y))")
    // A double tap zooms in, as the view does by default.
    guard kind == .single else { return false }
    lastPin += 1
    view.markers.add(Marker(MarkerID(lastPin), at: point, image: .pin))
    say("pin \(lastPin)")
    return true
  }

  func fresnelView(
    _ view: FresnelView, tapped kind: TapKind, on hit: MarkerHit, now: Double
  ) -> Bool {
    guard kind == .single || kind == .double, case .marker(let pin) = hit else { return false }
    say("pin \(pin.number) removed")
    view.markers.remove(pin)
    // The first tap of a double tap added the pin; the double tap still zooms.
    return kind == .single
  }

  func panning(of view: FresnelView) -> (any PanningDelegate)? { edges }

  func fresnelView(_ view: FresnelView, received event: ViewEvent, at now: Double) {
    switch event {
    case .zoom(let phase): say("zoom \(phase)")
    case .settled: say("settled at scale \(view.zoom?.destination.scale ?? 0)")
    default: break
    }
  }

  func fresnelView(_ view: FresnelView, pressed key: KeyPress, at now: Double) -> Bool {
    guard key.key == .q || key.key == .escape else { return false }
    view.close()
    return true
  }

  func fresnelView(_ view: FresnelView, ended ending: ViewEnding) { say("ended: \(ending)") }

  /// Prints a line without buffering, whatever the output is.
  private func say(_ words: String) {
    let line = words + "\n"
    _ = write(STDOUT_FILENO, line, line.utf8.count)
  }
}

/// The board pans freely up and down; sideways it stops at its edges without elastic resistance.
private struct EdgeKeeper: PanningDelegate {
  func allowsPan(_ request: PanRequest) -> Bool { !request.direction.isSideways }
}
