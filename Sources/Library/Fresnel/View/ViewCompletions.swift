import Geometry
import Tiles
import Zooming

/// The completions of a view's calls; each is called once, at the end of a dispatch.
final class ViewCompletions {
  /// Receives a shown source's properties, or the error if it can't be shown.
  typealias Showing = (Result<SourceInfo, FresnelError>) -> Void
  /// Gets true at the motion's destination, false if another motion or the view's end came first.
  typealias Motion = (_ hasArrived: Bool) -> Void

  /// Those of the source that is pending.
  private var showings: [Showing] = []
  private var motion: (destination: Viewport, completion: Motion)?
  private var due: [() -> Void] = []

  /// True while a completion waits for a motion's end.
  var watchesMotion: Bool { motion != nil }

  /// Adds a completion of the pending source.
  func add(_ completion: Showing?) {
    if let completion { showings.append(completion) }
  }

  /// Ends the pending source's completions.
  func finishShowing(_ result: Result<SourceInfo, FresnelError>) {
    for completion in showings { due.append { completion(result) } }
    showings = []
  }

  /// Adds the completion of a motion that has just begun; `nil` if nothing is shown that moves.
  func add(_ completion: Motion?, of destination: Viewport?) {
    guard let completion else { return }
    finishMotion(false)
    guard let destination else { return due.append { completion(false) } }
    motion = (destination, completion)
  }

  /// Ends the motion's completion if the view has arrived, or has another destination.
  func note(_ zoom: ZoomController?, isMoving: Bool) {
    guard let destination = motion?.destination else { return }
    if zoom?.destination != destination {
      finishMotion(false)
    } else if !isMoving {
      finishMotion(true)
    }
  }

  private func finishMotion(_ hasArrived: Bool) {
    guard let completion = motion.take()?.completion else { return }
    due.append { completion(hasArrived) }
  }

  /// Ends all completions, because the view has ended.
  func end() {
    finishShowing(.failure(.ended))
    finishMotion(false)
  }

  /// Calls the completions that are due.
  func call() {
    let calls = due
    due = []
    for call in calls { call() }
  }
}
