import Fresnel
import Platform

extension FresnelView {
  /// Serves the view until it rests and something is so.
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
