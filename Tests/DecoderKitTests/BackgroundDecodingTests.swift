import DecoderProtocol
import Synchronization
import Testing

@testable import DecoderKit

/// Long calls of libraries, on a thread of their own.
@Suite struct BackgroundDecodingTests {
  private final class Picture: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  /// What a decoding ends with, however long it takes.
  private func wait(
    for decoding: BackgroundDecoding<Picture>
  ) throws(DecodeFailure) -> (picture: Picture, turns: Int) {
    var turns = 0
    while true {
      if let picture = try decoding.picture() { return (picture, turns) }
      turns += 1
    }
  }

  @Test func whoWaitsIsNotHeldUp() throws {
    let mayEnd = Atomic(false)
    let decoding = BackgroundDecoding<Picture> { () throws(DecodeFailure) in
      while !mayEnd.load(ordering: .acquiring) {}
      return Picture(7)
    }
    for _ in 0..<3 { #expect(try decoding.picture() == nil) }
    mayEnd.store(true, ordering: .releasing)
    #expect(try wait(for: decoding).picture.number == 7)
    // It can be had again.
    #expect(try decoding.picture()?.number == 7)
  }

  @Test func aFailureIsPassedOn() {
    let failure = DecodeFailure(.corrupt, "the file is damaged")
    let decoding = BackgroundDecoding<Picture> { () throws(DecodeFailure) in throw failure }
    #expect(throws: failure) { _ = try wait(for: decoding) }
    #expect(throws: failure) { _ = try decoding.picture() }
  }

  @Test func passesThatOverlapShareOneDecoding() throws {
    let decodings = SharedDecodings<Picture>()
    let file = PictureInput(file: 4)
    let calls = Atomic(0)
    func decoding(_ input: PictureInput, frame: Int = 0) -> BackgroundDecoding<Picture> {
      decodings.decoding(of: input, frame: frame) {
        Picture(calls.add(1, ordering: .relaxed).newValue)
      }
    }
    do {
      let first = decoding(file)
      let second = decoding(file)
      #expect(first === second)
      #expect(try wait(for: second).picture.number == 1)
      // Another frame is another picture.
      #expect(try wait(for: decoding(file, frame: 1)).picture.number == 2)
    }
    // Nobody has it any more: its memory is free, and it is made anew.
    #expect(try wait(for: decoding(file)).picture.number == 3)
    // Bytes of the arena change: never shared.
    let encoded = PictureInput(arena: ArenaRange(offset: 0, count: 10))
    let one = decoding(encoded)
    #expect(decoding(encoded) !== one)
  }
}
