import Geometry
import Gestures
import Testing
import Tiles
import Zooming

@testable import Viewer

/// Sliding through the album by touch, in a view that is 1000 device pixels wide.
@Suite struct PictureSlideTests {
  private static let somewhere = Point(x: 500, y: 300)
  /// The distance between neighbours: the width, and a gap of 1/40 of it.
  private static let page = 1025.0

  /// Three pictures: the middle one is shown, the others are near.
  private func stage() throws -> PictureStage {
    var stage = PictureStage(files: "a", "b", "c")
    try stage.bring("a")
    stage.send(.go(.next))
    try stage.bring("b")
    stage.send(.idle)
    try stage.bring("c")
    return stage
  }

  private func drag(_ stage: inout PictureStage, by distance: Double) {
    stage.send(
      .panOffered(
        OfferedPan(
          direction: distance < 0 ? .right : .left, distance: distance, velocity: 0, fits: true)))
  }

  private func letGo(_ stage: inout PictureStage) {
    #expect(stage.send(Gesture.panEnded(velocity: .zero)) != nil)
  }

  private func settle(_ stage: inout PictureStage) {
    stage.now += 5
    stage.send(.tick)
  }

  @Test func theAdjacentPictureFollowsTheFingers() throws {
    var stage = try stage()
    let next = try stage.id(of: "c")
    #expect(stage.send(.panBegan) == nil, "it is the picture's")
    drag(&stage, by: -100)
    #expect(stage.pictures.slide.offset(at: 0) == -100)
    #expect(
      stage.pictures.beside(at: 0)
        == .init(id: next, offset: Self.page - 100, isLeaving: false))
    stage.send(.panMoved(by: Point(x: 300, y: 7)))
    #expect(
      stage.pictures.beside(at: 0)
        == .init(id: try stage.id(of: "a"), offset: 200 - Self.page, isLeaving: false))
    letGo(&stage)
    settle(&stage)
    #expect(!stage.pictures.slide.isUnderWay && stage.pictures.slide.offset(at: 5) == 0)
    #expect(stage.screen == .picture(try stage.id(of: "b")) && stage.problems.isEmpty)
  }

  @Test func aLongSlideMovesThePictureOutAndKeepsIt() throws {
    var stage = try stage()
    let (left, shown) = (try stage.id(of: "b"), try stage.id(of: "c"))
    drag(&stage, by: -700)
    letGo(&stage)
    #expect(stage.screen == .picture(shown) && stage.roles(of: "b") == [.leaving])
    #expect(stage.pictures.slide.offset(at: 0) == Self.page - 700)
    #expect(stage.pictures.beside(at: 0) == .init(id: left, offset: -700, isLeaving: true))
    settle(&stage)
    #expect(stage.roles(of: "b") == [.near] && stage.opened.count == 3)
    #expect(stage.problems.isEmpty)
  }

  @Test func aPictureThatFailedLateSlidesOutWithItsPixels() throws {
    var stage = try stage()
    let left = try stage.id(of: "b")
    stage.send(.source(left, .failed("it is broken")))
    drag(&stage, by: -700)
    letGo(&stage)
    #expect(stage.roles(of: "b") == [.leaving])
    #expect(stage.pictures.beside(at: 0)?.id == left)
    settle(&stage)
    #expect(stage.roles(of: "b").isEmpty && stage.problems.isEmpty)
  }

  @Test func aPictureThatFailsWhileSlidingOutIsClosedAfterwards() throws {
    var stage = try stage()
    let left = try stage.id(of: "b")
    drag(&stage, by: -700)
    letGo(&stage)
    #expect(stage.send(.source(left, .failed("it is broken"))).isEmpty, "nobody looks at it")
    #expect(stage.pictures.beside(at: 0)?.id == left)
    settle(&stage)
    #expect(stage.roles(of: "b").isEmpty && stage.problems.isEmpty)
  }

  @Test func slidingBackShowsTheSamePicture() throws {
    var stage = try stage()
    let (left, other) = (try stage.id(of: "b"), try stage.id(of: "c"))
    drag(&stage, by: -700)
    letGo(&stage)
    stage.send(.panBegan)
    stage.send(.panMoved(by: Point(x: 400, y: 0)))
    letGo(&stage)
    #expect(stage.screen == .picture(left) && stage.roles(of: "c") == [.leaving])
    #expect(stage.pictures.beside(at: 0) == .init(id: other, offset: 725, isLeaving: true))
    settle(&stage)
    #expect(stage.roles(of: "c") == [.near] && stage.opened.count == 3)
    #expect(stage.problems.isEmpty)
  }

  @Test func slidingBackToAFailedPictureReopensIt() throws {
    var stage = try stage()
    let left = try stage.id(of: "b")
    stage.send(.source(left, .failed("it is broken")))
    drag(&stage, by: -700)
    letGo(&stage)
    stage.send(.panBegan)
    stage.send(.panMoved(by: Point(x: 400, y: 0)))
    letGo(&stage)
    #expect(stage.asked.map(\.displayName) == ["b"])
    #expect(stage.pictures.beside(at: 0)?.id == left, "it keeps what it shows meanwhile")
    let anew = try stage.bring("b")
    #expect(stage.screen == .picture(anew) && stage.sources[left] == nil)
    #expect(stage.problems.isEmpty)
  }

  @Test func reversingASlideTwiceKeepsTheOldPictureVisible() throws {
    var stage = try stage()
    let left = try stage.id(of: "b")
    drag(&stage, by: -700)
    letGo(&stage)
    stage.loseTiles()
    func turn(by distance: Double) {
      stage.send(.panBegan)
      stage.send(.panMoved(by: Point(x: distance, y: 0)))
      letGo(&stage)
    }
    turn(by: 400)
    #expect(stage.roles(of: "b") == [.awaited] && stage.pictures.beside(at: 0)?.id == left)
    turn(by: -600)
    #expect(stage.roles(of: "b") == [.leaving] && stage.pictures.beside(at: 0)?.id == left)
    settle(&stage)
    #expect(stage.roles(of: "b") == [.near] && stage.problems.isEmpty)
  }

  @Test func aSlideWaitsForAPendingPicture() throws {
    var stage = PictureStage(files: "a", "b")
    let first = try stage.bring("a")
    drag(&stage, by: -700)
    letGo(&stage)
    settle(&stage)
    #expect(stage.pictures.slide.offset(at: stage.now) == -Self.page)
    #expect(stage.pictures.beside(at: stage.now) == nil && stage.screen == .picture(first))
    try stage.open("b")
    let second = try stage.id(of: "b")
    stage.readHeader(second)
    #expect(stage.pictures.beside(at: stage.now) == .init(id: second, offset: 0, isLeaving: false))
    stage.cover(second)
    #expect(stage.screen == .picture(second) && stage.pictures.slide.offset(at: stage.now) == 0)
    settle(&stage)
    #expect(!stage.pictures.slide.isUnderWay && stage.problems.isEmpty)
  }

  @Test func aSlideReturnsFromAFileThatIsNoPicture() throws {
    var stage = PictureStage(folder: "a", "b", at: "a")
    let first = try stage.bring("a")
    drag(&stage, by: -700)
    letGo(&stage)
    try stage.open("b", .unknownFormat(.text))
    #expect(stage.pictures.slide.isMoving(at: stage.now))
    settle(&stage)
    #expect(!stage.pictures.slide.isUnderWay && stage.screen == .picture(first))
    #expect(stage.problems.isEmpty)
  }

  @Test func aFailureEndsASlide() throws {
    var stage = PictureStage(files: "a", "b")
    try stage.bring("a")
    drag(&stage, by: -700)
    letGo(&stage)
    try stage.open("b", .empty)
    #expect(stage.pictures.failure?.sentence == "the file is empty")
    #expect(!stage.pictures.slide.isUnderWay && stage.roles(of: "a") == [.near])
    // Without a picture, fingers still slide through the album.
    #expect(stage.send(.panBegan) == [.gallery(.endPan)])
    stage.send(.panMoved(by: Point(x: 700, y: 0)))
    letGo(&stage)
    #expect(stage.roles(of: "a") == [.shown] && stage.pictures.slide.leaving == nil)
    #expect(stage.problems.isEmpty)
  }

  @Test func aKeyEndsASlideAtOnce() throws {
    var stage = try stage()
    drag(&stage, by: -700)
    letGo(&stage)
    stage.send(.go(.first))
    #expect(!stage.pictures.slide.isUnderWay && stage.roles(of: "b") == [.near])
    #expect(stage.send(.panMoved(by: Point(x: 9, y: 0))) == nil)
    #expect(stage.problems.isEmpty)
  }

  @Test func aResizeEndsASlide() throws {
    var stage = try stage()
    drag(&stage, by: -700)
    letGo(&stage)
    stage.send(.resized(width: 500))
    #expect(!stage.pictures.slide.isUnderWay && stage.roles(of: "b") == [.near])
    #expect(stage.problems.isEmpty)
  }

  @Test func anUndoneSwipeChangesNothing() throws {
    var stage = try stage()
    func swipe(_ phase: GesturePhase, _ x: Double) -> Gesture {
      .swipe(phase: phase, movedBy: Point(x: x, y: 0), velocity: .zero)
    }
    #expect(stage.send(swipe(.began, -100)) == [.gallery(.endPan)])
    stage.send(swipe(.changed, -700))
    #expect(stage.pictures.slide.offset(at: 0) == -800)
    stage.send(swipe(.cancelled, 0))
    settle(&stage)
    #expect(stage.screen == .picture(try stage.id(of: "b")) && stage.problems.isEmpty)
  }

  @Test func nothingIsPrefetchedDuringASlide() throws {
    var stage = PictureStage(files: "a", "b")
    try stage.bring("a")
    drag(&stage, by: -100)
    #expect(stage.send(.idle).isEmpty)
    letGo(&stage)
    settle(&stage)
    stage.send(.idle)
    #expect(stage.asked.map(\.displayName) == ["b"])
  }

  @Test func withoutAnimationASlideEndsAtOnce() throws {
    var stage = PictureStage(files: "a", "b", isAnimated: false)
    try stage.bring("a")
    stage.send(.idle)
    try stage.bring("b")
    drag(&stage, by: -700)
    letGo(&stage)
    stage.send(.tick)
    #expect(!stage.pictures.slide.isUnderWay && stage.roles(of: "a") == [.near])
    #expect(stage.problems.isEmpty)
  }
}
