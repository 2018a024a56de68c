import TestSupport
import Testing

@testable import Viewer

@Suite struct AlbumRandomWalkTests {
  /// Lists arrive, the user steps back and forth, and files turn out not to be pictures, in random
  /// order.
  @Test func thePositionStaysValidInAnyOrderOfEvents() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededNumbers(seed: seed)
    for _ in 0..<200 {
      var walk = Walk(random: &random)
      for step in 0..<60 {
        let problem = walk.step(random: &random)
        #expect(problem == nil, "seed \(seed), step \(step)")
        if problem != nil { return }
      }
    }
  }

  private struct Walk {
    private var album: Album
    private var listed: [[UInt8]: NameList] = [:]
    private var complete: Set<Int> = []
    private let arguments: [[UInt8]]

    init(random: inout SeededNumbers) {
      arguments = (0..<Int.random(in: 1...4, using: &random)).map { Array("d\($0)".utf8) }
      let kinds: [ArgumentKind] = [.file, .folder, .other]
      album = Album(
        arguments: arguments, first: kinds[Int.random(in: 0..<kinds.count, using: &random)])
    }

    /// Makes one random step; returns a sentence if something is wrong afterwards.
    mutating func step(random: inout SeededNumbers) -> String? {
      let before = album.current
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return listMore(random: &random, before)
      case 1: return fail(before)
      case 2: return moveThereAndBack()
      case 3: album.go(to: .last)
      case 4: album.go(to: .first)
      case 5: album.go(to: .number(Int.random(in: -1...20, using: &random)))
      case 6: album.go(to: .previous)
      default: album.go(to: .next)
      }
      return before != nil && album.current == nil ? "it lost its place" : invariants
    }

    private mutating func listMore(
      random: inout SeededNumbers, _ before: AlbumEntry?
    ) -> String? {
      let argument = Int.random(in: 0..<arguments.count, using: &random)
      guard !complete.contains(argument) else { return nil }
      let wasFile = album.sections[argument].folder == nil
      let owed = album.owedSteps
      if wasFile {
        guard !album.sections[argument].isClassified else { return nil }
        album.apply(.isFolder(argument: argument))
      }
      var list = listed[arguments[argument]] ?? NameList()
      list.merge(
        (0..<Int.random(in: 0...6, using: &random)).map { _ in
          Array("p\(Int.random(in: 0...30, using: &random))".utf8)
        })
      listed[arguments[argument]] = list
      let isComplete = Bool.random(using: &random)
      if isComplete { complete.insert(argument) }
      album.apply(.names(argument: argument, list, isComplete: isComplete))
      if let before, !(wasFile && before.argument == argument) {
        // The list takes the steps that could not be taken before, and no more.
        let taken = (0...abs(owed)).contains {
          album.entry(offset: -$0 * owed.signum()) == before
        }
        guard taken else {
          return "the list moved it from \(before) to \(String(describing: album.current))"
        }
      }
      return invariants
    }

    private mutating func fail(_ before: AlbumEntry?) -> String? {
      guard let before, album.failed(before, with: .unknownFormat(.unknown)) == .passedOver else {
        return invariants
      }
      return album.current == before ? "it stayed on what is no picture" : invariants
    }

    private mutating func moveThereAndBack() -> String? {
      let start = album.current
      let next = album.entry(offset: 1)
      guard album.go(to: .next) else { return next == nil ? nil : "it did not go on" }
      guard album.current == next else { return "it is not at the next one" }
      guard album.go(to: .previous), album.current == start else { return "it is not back" }
      return invariants
    }

    private var invariants: String? {
      guard let place = album.place else {
        return album.current == nil ? nil : "a picture without a place"
      }
      guard (1...place.count).contains(place.number) else { return "place \(place)" }
      let outside =
        album.entry(offset: place.count - place.number + 1) ?? album.entry(offset: -place.number)
      return outside == nil ? nil : "there is something past the ends"
    }
  }
}
