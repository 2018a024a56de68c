import Geometry
import Gestures
import TestSupport
import Testing
import Tiles
import Zooming

@testable import Viewer

/// Random folders, failures, touches and keys, in any order.
@Suite struct PictureWalkTests {
  @Test func invariantsHoldForRandomInput() throws {
    var random = SeededNumbers()
    print(random.origin)
    var shown = 0
    var walks = 0
    while walks < 250 {
      walks += 1
      var walk = PictureWalk(random: &random)
      for step in 0..<80 {
        try walk.step(&random)
        #expect(walk.harness.problems.isEmpty, "\(random.origin), walk \(walks), step \(step)")
        guard walk.harness.problems.isEmpty else { return }
      }
      let problem = try walk.finish()
      #expect(problem == nil, "\(random.origin), walk \(walks), at its end")
      guard problem == nil else { return }
      if walk.harness.pictures.hasShownAnything { shown += 1 }
    }
    // Walks that never show a picture prove nothing.
    #expect(shown > walks / 2, "\(random.origin)")
  }
}

/// One random walk: a set of files, and a harness that shows them.
private struct PictureWalk {
  /// The actual kind of a file.
  private enum Fate: CaseIterable {
    case picture, pages, broken, text, forbidden
  }

  private(set) var harness: PictureHarness
  private var fates: [AlbumEntry: Fate] = [:]
  private var folders: Set<[UInt8]> = []
  private var listing: [ListingEvent] = []
  private var random: SeededNumbers
  private var answeredRefreshes = 0

  init(random: inout SeededNumbers) {
    self.random = SeededNumbers(seed: random.next())
    let arguments = (0..<Int.random(in: 1...4, using: &random)).map { Array("d\($0)".utf8) }
    for argument in arguments where Int.random(in: 0..<3, using: &random) == 0 {
      folders.insert(argument)
    }
    let album = Album(
      arguments: arguments, first: folders.contains(arguments[0]) ? .folder : .file)
    for job in album.listingJobs {
      if !job.isFolder {
        guard folders.contains(arguments[job.argument]) else { continue }
        listing.append(.isFolder(argument: job.argument))
      }
      var names = NameList()
      for part in 0...2 {
        names.merge(
          (0..<Int.random(in: 0...3, using: &random)).map { _ in
            Array("p\(Int.random(in: 0...20, using: &random))".utf8)
          })
        listing.append(.names(argument: job.argument, names, isComplete: part == 2))
      }
    }
    listing.append(.ended)
    harness = PictureHarness(album, isAnimated: Bool.random(using: &random))
  }

  /// Makes one random step.
  mutating func step(_ random: inout SeededNumbers) throws {
    harness.now += Double.random(in: 0...0.3, using: &random)
    let source = harness.sources.keys.sorted { $0.number < $1.number }.randomElement(using: &random)
    let destinations: [Album.Destination] = [
      .next, .next, .previous, .first, .last, .number(Int.random(in: -1...9, using: &random)),
    ]
    switch Int.random(in: 0..<20, using: &random) {
    case 0, 1: list()
    case 2, 3, 4: if let entry = harness.asked.randomElement(using: &random) { try answer(entry) }
    case 5, 6, 7: if let source { advance(source) }
    case 8: if let source { fail(source, random: &random) }
    case 9: if let source, harness.sources[source]?.info != nil { harness.showRows(source) }
    case 10, 11: harness.send(.go(destinations.randomElement(using: &random) ?? .next))
    case 12: harness.send(.turnPages(Int.random(in: -2...2, using: &random)))
    case 13, 14: harness.send(.idle)
    case 15: harness.send(.tick)
    case 16:
      if let source, Bool.random(using: &random) {
        harness.send(.fileChanged(source))
      } else if Bool.random(using: &random) {
        let path = harness.pictures.shownEntry?.path ?? []
        let events: [PictureEvent] = [.fileWritten(path), .fileGone(path, .deleted), .reload]
        harness.send(events.randomElement(using: &random) ?? .reload)
      } else {
        disturb(&random)
      }
    default: harness.send(gesture(&random))
    }
  }

  private mutating func list() {
    if !listing.isEmpty { return _ = harness.send(.listed(listing.removeFirst())) }
    guard harness.refreshes > answeredRefreshes else { return }
    answeredRefreshes = harness.refreshes
    harness.send(.listed(.ended))
  }

  private mutating func answer(_ entry: AlbumEntry) throws {
    if entry.origin == .named, folders.contains(entry.path) {
      try harness.answer(entry, .folder)
      return
    }
    switch fate(of: entry) {
    case .text: try harness.answer(entry, .unknownFormat(.text))
    case .forbidden: try harness.answer(entry, .notAllowed)
    default: try harness.answer(entry, nil)
    }
  }

  private mutating func fate(of entry: AlbumEntry) -> Fate {
    if let fate = fates[entry] { return fate }
    let fate =
      Int.random(in: 0..<2, using: &random) == 0
      ? .picture : Fate.allCases.randomElement(using: &random)
    fates[entry] = fate
    return fate ?? .picture
  }

  /// Makes a source take its next step.
  private mutating func advance(_ id: SourceID) {
    guard let source = harness.sources[id] else { return }
    let fate = fate(of: source.request.entry)
    if fate == .broken {
      harness.send(.source(id, .failed("it is broken")))
    } else if source.info == nil {
      harness.readHeader(id, pages: fate == .pages ? 4 : 1)
    } else {
      harness.cover(id)
    }
  }

  private mutating func fail(_ id: SourceID, random: inout SeededNumbers) {
    harness.send(
      Bool.random(using: &random)
        ? .source(id, .failed("it failed")) : .source(id, .incomplete("it is cut")))
  }

  private mutating func disturb(_ random: inout SeededNumbers) {
    guard Bool.random(using: &random) else {
      harness.send(.resized(width: Int.random(in: 1...2000, using: &random)))
      return
    }
    harness.loseTiles()
  }

  private mutating func gesture(_ random: inout SeededNumbers) -> Gesture {
    let way = Point(x: Double.random(in: -800...800, using: &random), y: 0)
    let velocity = Point(x: Double.random(in: -900...900, using: &random), y: 0)
    let phases: [GesturePhase] = [.began, .changed, .ended, .cancelled]
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .panBegan
    case 1: return .panMoved(by: way)
    case 2: return .panEnded(velocity: velocity)
    case 3:
      if harness.pictures.pictures.shown != nil, !harness.pictures.transition.isUnderWay {
        harness.send(
          .panOffered(
            OfferedPan(
              direction: way.x < 0 ? .right : .left, distance: way.x, velocity: 0,
              fits: Bool.random(using: &random))))
      }
      return .panMoved(by: way)
    default:
      return .swipe(
        phase: phases.randomElement(using: &random) ?? .ended, movedBy: way, velocity: velocity)
    }
  }

  /// Answers all requests until nothing is pending; returns a sentence if something is wrong then.
  mutating func finish() throws -> String? {
    // A source takes one round for its header, and one more for its tiles.
    var quietRounds = 0
    while quietRounds < 3 {
      let before = (harness.asked, harness.opened, harness.screen)
      if harness.pictures.transition.isHeld { harness.send(Gesture.panEnded(velocity: .zero)) }
      list()
      for entry in harness.asked { try answer(entry) }
      for id in harness.sources.keys.sorted(by: { $0.number < $1.number }) { advance(id) }
      let hasMore = harness.send(.idle).contains { $0 != .window(.updateTitle) } || !listing.isEmpty
      harness.now += 5
      harness.send(.tick)
      let isQuiet = !hasMore && (harness.asked, harness.opened, harness.screen) == before
      quietRounds = isQuiet ? quietRounds + 1 : 0
    }
    let pictures = harness.pictures
    if let problem = harness.problems.first { return problem }
    if harness.outcome == nil {
      guard let current = pictures.album?.current else { return "the album is nowhere" }
      guard pictures.shownEntry == current else { return "\(current) is not on the screen" }
      if !harness.asked.isEmpty || pictures.pictures.pending != nil { return "it still waits" }
      if pictures.transition.isUnderWay { return "it still slides" }
    }
    harness.send(.ended)
    if !harness.sources.isEmpty { return "\(harness.sources.count) sources are open" }
    return harness.problems.first
  }
}
