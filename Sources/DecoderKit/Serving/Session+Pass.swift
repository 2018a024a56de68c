import DecoderProtocol
import Geometry
import Platform

extension Session {
  /// How often a pass may start again for tiles that come just after its start.
  private static let mostRestarts = 3

  /// Makes all tiles of a group that are known, in one pass over the picture.
  func runPass(for group: RequestQueue.Group) throws(DecodeFailure) {
    var requests = queue.take(group)
    for attempt in 0... {
      let pass = try RunningPass(session: self, group: group, requests: requests)
      let unanswered = try pass.run(mayRestart: attempt < Self.mostRestarts)
      codec.endPass()
      if unanswered.isEmpty { return }
      requests = requests.filter { unanswered.contains($0.id) } + queue.take(group)
    }
  }
}
