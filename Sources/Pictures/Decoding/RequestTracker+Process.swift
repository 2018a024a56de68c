import DecoderProtocol
import Platform
import Tiles
import Tiling

/// The messages about requests to a decoder process.
extension RequestTracker {
  /// Applies a new plan; returns how many requests were cancelled.
  mutating func want(_ plan: TilePlan, from process: DecoderProcess?) -> Int {
    let unwanted = want(plan.wanted, prefetched: plan.prefetched)
    for id in unwanted { process?.send(.cancel(id: id)) }
    // The user is already moving the picture.
    if !unwanted.isEmpty { process?.giveWay() }
    return unwanted.count
  }

  /// Sends new requests, as many as there are slots, and allocates these.
  mutating func send(
    to process: DecoderProcess, _ opening: DecoderOpening, _ reported: ReportedPicture
  ) throws(Errno) {
    var slots = 0
    var first: TileQuality?
    while let request = nextRequest() {
      first = first ?? request.quality
      if request.quality == first { slots = max(slots, request.slot + 1) }
      process.send(.tile(request))
    }
    process.flush()
    if first != nil { process.grant(pixels: reported.pixelsOfWork) }
    // The decoder has started meanwhile. Slots after those of previews are allocated for their
    // tiles.
    try opening.allocate(slots: slots, of: reported.pixelFormat, in: process)
    if isDoneWithPrefetchSlots() {
      opening.releasePrefetchSlots(of: reported.pixelFormat, in: process)
    }
  }
}
