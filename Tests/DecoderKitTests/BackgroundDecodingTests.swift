import DecoderProtocol
import Glibc
import Platform
import Synchronization
import Testing

@testable import DecoderKit

/// Long library calls on a thread of their own.
@Suite struct BackgroundDecodingTests {
  private final class Picture: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  /// Waits for the result of a decoding, however long it takes.
  private func wait(
    for decoding: BackgroundDecoding<Picture>
  ) throws(CodecError) -> (picture: Picture, turns: Int) {
    var turns = 0
    while true {
      if let picture = try decoding.picture() { return (picture, turns) }
      turns += 1
    }
  }

  @Test func callersDoNotWaitForTheDecoding() throws {
    let mayEnd = Atomic(false)
    let decoding = BackgroundDecoding<Picture> { (_) throws(CodecError) in
      while !mayEnd.load(ordering: .acquiring) {}
      return Picture(7)
    }
    for _ in 0..<3 { #expect(try decoding.picture() == nil) }
    mayEnd.store(true, ordering: .releasing)
    #expect(try wait(for: decoding).picture.number == 7)
    // The result can be read again.
    #expect(try decoding.picture()?.number == 7)
  }

  @Test func progressIsReadableDuringTheDecoding() throws {
    let steps = Atomic(0)
    let decoding = BackgroundDecoding<Picture> { (progress) throws(CodecError) in
      // A step back is ignored: the reported progress stays.
      for fraction in [0.5, 0.25, 7] {
        progress.fraction = fraction
        let step = steps.add(1, ordering: .releasing).newValue
        while steps.load(ordering: .acquiring) == step {}
      }
      return Picture(1)
    }
    var pass = BackgroundPass<Picture, Picture>(decoding, rows: 0..<10)
    for (step, expected) in [(1, 0.5), (3, 0.5), (5, 1)] {
      while steps.load(ordering: .acquiring) != step {}
      #expect(decoding.progress == expected)
      #expect(pass.progress == 0.9 * expected)
      steps.add(1, ordering: .releasing)
    }
    _ = try wait(for: decoding)
    func copy() throws(CodecError) -> Int {
      try pass.readRows(most: 5, begin: { $0 }, copy: { $1.count })
    }
    #expect(try copy() == 0, "the rows are about to begin")
    #expect(try copy() == 5)
    #expect(abs(pass.progress - 0.95) < 1e-9)
  }

  @Test func aFailureReachesEveryCaller() {
    let failure = CodecError(.corrupt, "the file is damaged")
    let decoding = BackgroundDecoding<Picture> { (_) throws(CodecError) in throw failure }
    #expect(throws: failure) { _ = try wait(for: decoding) }
    #expect(throws: failure) { _ = try decoding.picture() }
  }

  @Test func overlappingPassesShareOneDecoding() throws {
    let decodings = SharedDecodings<Picture>()
    let file = PictureInput(file: 4)
    let calls = Atomic(0)
    func decoding(_ input: PictureInput, frame: Int = 0) -> BackgroundDecoding<Picture> {
      decodings.decoding(of: input, frame: frame) { _ in
        Picture(calls.add(1, ordering: .relaxed).newValue)
      }
    }
    weak var shared: BackgroundDecoding<Picture>?
    do {
      let first = decoding(file)
      let second = decoding(file)
      shared = first
      #expect(first === second)
      #expect(try wait(for: second).picture.number == 1)
      // Another frame is another picture.
      #expect(try wait(for: decoding(file, frame: 1)).picture.number == 2)
    }
    // The decoding's own thread may hold the picture a moment longer.
    let limit = MonotonicClock.now() + 60
    while shared != nil, MonotonicClock.now() < limit { sched_yield() }
    // No reference is left: its memory is freed, and it is decoded again.
    #expect(try wait(for: decoding(file)).picture.number == 3)
    // Bytes in the arena change, so they are never shared.
    let encoded = PictureInput(arena: ArenaRange(offset: 0, count: 10))
    let one = decoding(encoded)
    #expect(decoding(encoded) !== one)
  }
}
