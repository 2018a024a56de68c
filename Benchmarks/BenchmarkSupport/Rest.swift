import Fresnel
import Platform

extension FresnelView {
  /// Runs the view's event loop until the view is at rest and a condition holds.
  package func serve(until isSo: () -> Bool = { true }) {
    var waiting = PollSet()
    waiting.add(descriptor)
    while true {
      dispatch()
      if isAtRest, isSo() { return }
      waiting.wait(timeout: deadline.map { max(0, $0 - now) } ?? 10)
    }
  }
}
