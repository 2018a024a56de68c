import Geometry
import Gestures
import TestSupport
import Testing

@testable import Zooming

@Suite("Random input, from events to views")
struct RandomInputTests {
  /// The preferences of the runs; each changes a path through the code.
  static let preferences = [
    ZoomPreferences(), ZoomPreferences(isAnimated: false), ZoomPreferences(glides: false),
    ZoomPreferences(elasticLimit: 0), ZoomPreferences(wheelStep: 1.1, elasticLimit: 0.5),
    ZoomPreferences(edgePolicy: .centered), ZoomPreferences(edgePolicy: .free),
  ]

  private func player(_ random: inout SeededNumbers, _ preferences: ZoomPreferences) -> HandPlayer {
    let surface = random.size(1...1600, 1...1200)
    return HandPlayer(
      surface: surface, picture: random.pictureSize(),
      pages: [1, 2, 5].randomElement(using: &random) ?? 1, preferences: preferences)
  }

  @Test(
    "Values stay finite, scales within the elastic limits, slides within a page",
    arguments: preferences)
  func sound(preferences: ZoomPreferences) {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<60 {
      var player = player(&random, preferences)
      var hands = RandomHands(seed: random.next(), surface: player.zoom.surface)
      for (input, time) in hands.inputs(120) {
        player.take(input, at: time)
        for later in [0, 0.005, 0.2] {
          let seen = player.seen(at: time + later)
          for view in [seen.view, seen.destination] {
            let isFinite = view.scale.isFinite && view.origin.length.isFinite
            #expect(isFinite, "seed \(seed), \(input)")
            if !isFinite { return }
          }
          let limits = ElasticScale(limits: player.zoom.limits).range
          #expect(
            seen.view.scale >= limits.lowerBound * (1 - 1e-12)
              && seen.view.scale <= limits.upperBound * (1 + 1e-12), "seed \(seed), \(input)")
          let page = player.transition?.page ?? 0
          #expect(
            seen.transition.isFinite && abs(seen.transition) <= page, "seed \(seed), \(input)")
        }
      }
    }
  }

  @Test(
    "After every release the view comes to rest, settled, inside the picture and the limits",
    arguments: preferences)
  func settles(preferences: ZoomPreferences) {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<300 {
      var player = player(&random, preferences)
      var hands = RandomHands(seed: random.next(), surface: player.zoom.surface)
      let inputs = hands.inputs(.random(in: 1...60, using: &random))
      for (input, time) in inputs { player.take(input, at: time) }
      let end = inputs.last?.time ?? 1
      player.letGo(at: end)
      // Lifting fingers doesn't end a swipe: it ends by its own event.
      player.take(
        .event(.swipe(.init(phase: .cancelled, fingers: 3, delta: .zero, time: end))), at: end)
      for wait in 1...6 { player.wait(until: end + Double(wait)) }
      let seen = player.seen(at: end + 7)
      #expect(!seen.isMoving && seen.transition == 0, "seed \(seed)")
      #expect(seen.view == seen.destination && seen.view.isSettled, "seed \(seed)")
      #expect(seen.view == seen.view.settled(), "seed \(seed)")
      #expect(
        seen.view.scale >= player.zoom.minimumScale && seen.view.scale <= player.zoom.maximumScale,
        "seed \(seed)")
      expectPlace(seen.view, seed)
    }
  }

  /// Expects the view where its edge policy lets it rest.
  private func expectPlace(_ view: Viewport, _ seed: UInt64) {
    let size = view.shownSize
    for (origin, extent, room) in [
      (view.origin.x, size.x, Double(view.surface.width)),
      (view.origin.y, size.y, Double(view.surface.height)),
    ] {
      let end = origin + extent
      #expect(origin == origin.rounded(), "seed \(seed)")
      switch view.edges {
      case .inside where extent > room: #expect(origin <= 0 && end >= room, "seed \(seed)")
      case .inside: #expect(origin == ((room - extent) / 2).rounded(.down), "seed \(seed)")
      // The centre of a picture with an odd size is half a pixel off in a view of even size.
      case .centered:
        #expect(origin <= room / 2 + 0.5 && end >= room / 2 - 0.5, "seed \(seed)")
      case .free: #expect(min(end, room) - max(origin, 0) >= 1, "seed \(seed)")
      }
    }
  }

  @Test("The same input gives exactly the same views, however often they are computed")
  func replays() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<60 {
      let first = player(&random, Self.preferences.randomElement(using: &random) ?? .init())
      let handsSeed = random.next()
      func play(looking times: [Double]) -> [HandPlayer.Seen] {
        var player = first
        var hands = RandomHands(seed: handsSeed, surface: player.zoom.surface)
        var views: [HandPlayer.Seen] = []
        for (input, time) in hands.inputs(150) {
          player.take(input, at: time)
          for later in times { _ = player.seen(at: time + later) }
          views.append(player.seen(at: time))
          views.append(player.seen(at: time + 0.003))
        }
        return views
      }
      let views = play(looking: [])
      #expect(views == play(looking: []), "seed \(seed)")
      // Frames drawn in between don't change what comes after.
      #expect(views == play(looking: [0.001, 0.016, 2]), "seed \(seed)")
    }
  }

  @Test("A quick pan inside a zoomed picture never turns the page, with any device")
  func neverTurnsThePage() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    for round in 0..<300 {
      var player = HandPlayer(
        surface: .init(width: 1000, height: 600), picture: .init(width: 6000, height: 4000),
        pages: 3, preferences: .init())
      player.take(.actualSize, at: 0)
      let start = Point(x: .random(in: 100...900, using: &random), y: 300)
      let speed = Double.random(in: -400...400, using: &random)
      let tilt = Double.random(in: -0.5...0.5, using: &random) * speed
      let count = Int.random(in: 1...12, using: &random)
      for index in 0...count + 1 {
        let time = 1 + Double(index) / 100
        let place = start + Point(x: speed, y: tilt) * Double(min(index, count))
        let phase: GesturePhase = index == 0 ? .began : index > count ? .ended : .changed
        let event: WindowEvent =
          switch round % 3 {
          case 0: .touch(TouchEvent(id: 1, phase: phase, position: place, time: time))
          case 1 where phase == .changed: .motion(position: place, time: time)
          case 1:
            .button(
              ButtonEvent(
                button: 1, isPressed: phase == .began, position: place, modifiers: [], time: time))
          default:
            .scroll(
              ScrollEvent(
                detents: phase == .ended ? .zero : Point(x: speed, y: tilt) * (1 / 53),
                source: .touchpad, isContinuous: true, isEnd: phase == .ended, position: start,
                modifiers: [], time: time))
          }
        player.take(.event(event), at: time)
        #expect(player.transition == nil, "seed \(seed)")
      }
      player.wait(until: 9)
      #expect(player.page == 0 && player.seen(at: 9).transition == 0, "seed \(seed)")
    }
  }

  @Test("The same pan on a fit view turns it, with any device")
  func turnsThePage() {
    for (round, device) in ["a finger", "a button", "a touchpad", "a swipe"].enumerated() {
      var player = HandPlayer(
        surface: .init(width: 1000, height: 600), picture: .init(width: 6000, height: 4000),
        pages: 3, preferences: .init())
      for index in 0...11 {
        let time = 1 + Double(index) / 100
        let place = Point(x: 800 - 20 * Double(min(index, 10)), y: 300)
        let phase: GesturePhase = index == 0 ? .began : index > 10 ? .ended : .changed
        let event: WindowEvent =
          switch round {
          case 0: .touch(TouchEvent(id: 1, phase: phase, position: place, time: time))
          case 1 where phase == .changed: .motion(position: place, time: time)
          case 1:
            .button(
              ButtonEvent(
                button: 1, isPressed: phase == .began, position: place, modifiers: [], time: time))
          case 2:
            .scroll(
              ScrollEvent(
                detents: Point(x: phase == .ended ? 0 : 0.4, y: 0), source: .touchpad,
                isContinuous: true, isEnd: phase == .ended, position: place, modifiers: [],
                time: time))
          default:
            .swipe(
              SwipeEvent(
                phase: phase, fingers: 3, delta: Point(x: phase == .changed ? -20 : 0, y: 0),
                time: time))
          }
        player.take(.event(event), at: time)
        // One to one, from the first pixel on.
        if phase == .changed, index > 3 {
          let way = round == 2 ? -0.4 * 53 * Double(index + 1) : -20 * Double(index)
          #expect(abs(player.seen(at: time).transition - way) < 1e-9, "\(device)")
        }
      }
      for wait in 2...6 { player.wait(until: Double(wait)) }
      #expect(player.page == 1 && player.seen(at: 7).transition == 0, "\(device)")
      #expect(player.transition == nil, "\(device)")
    }
  }
}
