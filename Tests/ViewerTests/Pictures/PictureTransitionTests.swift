import Geometry
import Gestures
import Testing
import Tiles
import Zooming

@testable import Viewer

/// Sliding through the album by touch, in a view that is 1000 device pixels wide.
@Suite struct PictureTransitionTests {
  private static let somewhere = Point(x: 500, y: 300)
  /// The distance between neighbours: the width, and a gap of 1/40 of it.
  private static let page = 1025.0

  /// Three pictures: the middle one is shown, the others are near.
  private func harness() throws -> PictureHarness {
    var harness = PictureHarness(files: "a", "b", "c")
    try harness.bring("a")
    harness.send(.go(.next))
    try harness.bring("b")
    harness.send(.idle)
    try harness.bring("c")
    return harness
  }

  private func drag(_ harness: inout PictureHarness, by distance: Double) {
    harness.send(
      .panOffered(
        OfferedPan(
          direction: distance < 0 ? .right : .left, distance: distance, velocity: 0, fits: true)))
  }

  private func letGo(_ harness: inout PictureHarness) {
    #expect(harness.send(Gesture.panEnded(velocity: .zero)) != nil)
  }

  private func settle(_ harness: inout PictureHarness) {
    harness.now += 5
    harness.send(.tick)
  }

  @Test func theAdjacentPictureFollowsTheFingers() throws {
    var harness = try harness()
    let next = try harness.id(of: "c")
    #expect(harness.send(.panBegan) == nil, "it is the picture's")
    drag(&harness, by: -100)
    #expect(harness.pictures.transition.offset(at: 0) == -100)
    #expect(
      harness.pictures.beside(at: 0)
        == .init(id: next, offset: Self.page - 100, isLeaving: false))
    harness.send(.panMoved(by: Point(x: 300, y: 7)))
    #expect(
      harness.pictures.beside(at: 0)
        == .init(id: try harness.id(of: "a"), offset: 200 - Self.page, isLeaving: false))
    letGo(&harness)
    settle(&harness)
    #expect(
      !harness.pictures.transition.isUnderWay && harness.pictures.transition.offset(at: 5) == 0)
    #expect(harness.screen == .picture(try harness.id(of: "b")) && harness.problems.isEmpty)
  }

  @Test func aLongSlideMovesThePictureOutAndKeepsIt() throws {
    var harness = try harness()
    let (left, shown) = (try harness.id(of: "b"), try harness.id(of: "c"))
    drag(&harness, by: -700)
    letGo(&harness)
    #expect(harness.screen == .picture(shown) && harness.roles(of: "b") == [.leaving])
    #expect(harness.pictures.transition.offset(at: 0) == Self.page - 700)
    #expect(harness.pictures.beside(at: 0) == .init(id: left, offset: -700, isLeaving: true))
    settle(&harness)
    #expect(harness.roles(of: "b") == [.near] && harness.opened.count == 3)
    #expect(harness.problems.isEmpty)
  }

  @Test func aPictureThatFailedLateSlidesOutWithItsPixels() throws {
    var harness = try harness()
    let left = try harness.id(of: "b")
    harness.send(.source(left, .failed("it is broken")))
    drag(&harness, by: -700)
    letGo(&harness)
    #expect(harness.roles(of: "b") == [.leaving])
    #expect(harness.pictures.beside(at: 0)?.id == left)
    settle(&harness)
    #expect(harness.roles(of: "b").isEmpty && harness.problems.isEmpty)
  }

  @Test func aPictureThatFailsWhileSlidingOutIsClosedAfterwards() throws {
    var harness = try harness()
    let left = try harness.id(of: "b")
    drag(&harness, by: -700)
    letGo(&harness)
    #expect(harness.send(.source(left, .failed("it is broken"))).isEmpty, "nobody looks at it")
    #expect(harness.pictures.beside(at: 0)?.id == left)
    settle(&harness)
    #expect(harness.roles(of: "b").isEmpty && harness.problems.isEmpty)
  }

  @Test func slidingBackShowsTheSamePicture() throws {
    var harness = try harness()
    let (left, other) = (try harness.id(of: "b"), try harness.id(of: "c"))
    drag(&harness, by: -700)
    letGo(&harness)
    harness.send(.panBegan)
    harness.send(.panMoved(by: Point(x: 400, y: 0)))
    letGo(&harness)
    #expect(harness.screen == .picture(left) && harness.roles(of: "c") == [.leaving])
    #expect(harness.pictures.beside(at: 0) == .init(id: other, offset: 725, isLeaving: true))
    settle(&harness)
    #expect(harness.roles(of: "c") == [.near] && harness.opened.count == 3)
    #expect(harness.problems.isEmpty)
  }

  @Test func slidingBackToAFailedPictureReopensIt() throws {
    var harness = try harness()
    let left = try harness.id(of: "b")
    harness.send(.source(left, .failed("it is broken")))
    drag(&harness, by: -700)
    letGo(&harness)
    harness.send(.panBegan)
    harness.send(.panMoved(by: Point(x: 400, y: 0)))
    letGo(&harness)
    #expect(harness.asked.map(\.displayName) == ["b"])
    #expect(harness.pictures.beside(at: 0)?.id == left, "it keeps what it shows meanwhile")
    let anew = try harness.bring("b")
    #expect(harness.screen == .picture(anew) && harness.sources[left] == nil)
    #expect(harness.problems.isEmpty)
  }

  @Test func reversingASlideTwiceKeepsTheOldPictureVisible() throws {
    var harness = try harness()
    let left = try harness.id(of: "b")
    drag(&harness, by: -700)
    letGo(&harness)
    harness.loseTiles()
    func turn(by distance: Double) {
      harness.send(.panBegan)
      harness.send(.panMoved(by: Point(x: distance, y: 0)))
      letGo(&harness)
    }
    turn(by: 400)
    #expect(harness.roles(of: "b") == [.pending] && harness.pictures.beside(at: 0)?.id == left)
    turn(by: -600)
    #expect(harness.roles(of: "b") == [.leaving] && harness.pictures.beside(at: 0)?.id == left)
    settle(&harness)
    #expect(harness.roles(of: "b") == [.near] && harness.problems.isEmpty)
  }

  @Test func aSlideWaitsForAPendingPicture() throws {
    var harness = PictureHarness(files: "a", "b")
    let first = try harness.bring("a")
    drag(&harness, by: -700)
    letGo(&harness)
    settle(&harness)
    #expect(harness.pictures.transition.offset(at: harness.now) == -Self.page)
    #expect(harness.pictures.beside(at: harness.now) == nil && harness.screen == .picture(first))
    try harness.open("b")
    let second = try harness.id(of: "b")
    harness.readHeader(second)
    #expect(
      harness.pictures.beside(at: harness.now) == .init(id: second, offset: 0, isLeaving: false))
    harness.cover(second)
    #expect(
      harness.screen == .picture(second) && harness.pictures.transition.offset(at: harness.now) == 0
    )
    settle(&harness)
    #expect(!harness.pictures.transition.isUnderWay && harness.problems.isEmpty)
  }

  @Test func aSlideReturnsFromAFileThatIsNoPicture() throws {
    var harness = PictureHarness(folder: "a", "b", at: "a")
    let first = try harness.bring("a")
    drag(&harness, by: -700)
    letGo(&harness)
    try harness.open("b", .unknownFormat(.text))
    #expect(harness.pictures.transition.isMoving(at: harness.now))
    settle(&harness)
    #expect(!harness.pictures.transition.isUnderWay && harness.screen == .picture(first))
    #expect(harness.problems.isEmpty)
  }

  @Test func aFailureEndsASlide() throws {
    var harness = PictureHarness(files: "a", "b")
    try harness.bring("a")
    drag(&harness, by: -700)
    letGo(&harness)
    try harness.open("b", .empty)
    #expect(harness.pictures.failure?.sentence == "the file is empty")
    #expect(!harness.pictures.transition.isUnderWay && harness.roles(of: "a") == [.near])
    // Without a picture, fingers still slide through the album.
    #expect(harness.send(.panBegan) == [.gallery(.endPan)])
    harness.send(.panMoved(by: Point(x: 700, y: 0)))
    letGo(&harness)
    #expect(harness.roles(of: "a") == [.shown] && harness.pictures.transition.leaving == nil)
    #expect(harness.problems.isEmpty)
  }

  @Test func aKeyEndsASlideAtOnce() throws {
    var harness = try harness()
    drag(&harness, by: -700)
    letGo(&harness)
    harness.send(.go(.first))
    #expect(!harness.pictures.transition.isUnderWay && harness.roles(of: "b") == [.near])
    #expect(harness.send(.panMoved(by: Point(x: 9, y: 0))) == nil)
    #expect(harness.problems.isEmpty)
  }

  @Test func aResizeEndsASlide() throws {
    var harness = try harness()
    drag(&harness, by: -700)
    letGo(&harness)
    harness.send(.resized(width: 500))
    #expect(!harness.pictures.transition.isUnderWay && harness.roles(of: "b") == [.near])
    #expect(harness.problems.isEmpty)
  }

  @Test func anUndoneSwipeChangesNothing() throws {
    var harness = try harness()
    func swipe(_ phase: GesturePhase, _ x: Double) -> Gesture {
      .swipe(phase: phase, movedBy: Point(x: x, y: 0), velocity: .zero)
    }
    #expect(harness.send(swipe(.began, -100)) == [.gallery(.endPan)])
    harness.send(swipe(.changed, -700))
    #expect(harness.pictures.transition.offset(at: 0) == -800)
    harness.send(swipe(.cancelled, 0))
    settle(&harness)
    #expect(harness.screen == .picture(try harness.id(of: "b")) && harness.problems.isEmpty)
  }

  @Test func nothingIsPrefetchedDuringASlide() throws {
    var harness = PictureHarness(files: "a", "b")
    try harness.bring("a")
    drag(&harness, by: -100)
    #expect(harness.send(.idle).isEmpty)
    letGo(&harness)
    settle(&harness)
    harness.send(.idle)
    #expect(harness.asked.map(\.displayName) == ["b"])
  }

  @Test func withoutAnimationASlideEndsAtOnce() throws {
    var harness = PictureHarness(files: "a", "b", isAnimated: false)
    try harness.bring("a")
    harness.send(.idle)
    try harness.bring("b")
    drag(&harness, by: -700)
    letGo(&harness)
    harness.send(.tick)
    #expect(!harness.pictures.transition.isUnderWay && harness.roles(of: "a") == [.near])
    #expect(harness.problems.isEmpty)
  }
}
