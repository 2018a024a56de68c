import DecoderProtocol
import Platform
import Testing

@testable import Decoding

/// Which exits of a decoder are no crashes, by the work that it owes.
@Suite struct PendingWorkTests {
  private let abandoned = ProcessEnd.exited(WireFormat.abandonedStatus)

  @Test func aDocumentsDecoderMayExitOnlyWhileItOwesCancellations() {
    var work = PendingWork(
      isOwed: true, isAwaitingCancels: true, isWanting: false, isDocument: true)
    #expect(work.isAbandonment(abandoned))
    #expect(!work.isAbandonment(.exited(1)) && !work.isAbandonment(.exited(0)))
    work.isAwaitingCancels = false
    #expect(!work.isAbandonment(abandoned))
    work = PendingWork(isOwed: true, isAwaitingCancels: true, isWanting: false, isDocument: false)
    #expect(!work.isAbandonment(abandoned), "other decoders can be interrupted")
  }

  @Test func aSpareIsWorthwhileOnlyIfOtherTilesAreWanted() {
    var work = PendingWork(isOwed: true, isAwaitingCancels: true, isWanting: true, isDocument: true)
    #expect(work.awaitsAbandonment)
    work.isWanting = false
    #expect(!work.awaitsAbandonment)
  }
}
