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
      let pass = try RunningPass(
        session: self, codec: codec, source: group.source, color: color, group: group,
        requests: requests)
      let unanswered = try pass.run(mayRestart: attempt < Self.mostRestarts)
      codec.endPass()
      if unanswered.isEmpty { return }
      requests = requests.filter { unanswered.contains($0.id) } + queue.take(group)
    }
  }

  /// Tells the viewer, once, that some of the picture is missing.
  func tell(missing sentence: String?) {
    guard let sentence, !hasToldMissing else { return }
    hasToldMissing = true
    control.send(.incomplete(sentence))
  }

  /// Cuts tiles of a group from what has been set aside.
  func cut(
    _ requests: [TileRequest], of group: RequestQueue.Group, from store: PictureStore
  ) throws(DecodeFailure) {
    let pass = try RunningPass(
      session: self, codec: store.codec,
      source: .reduction(store.version(for: group.level)), color: store.color, group: group,
      requests: requests)
    _ = try pass.run(mayRestart: false)
    store.codec.endPass()
  }
}
