import Geometry
import Gestures
import Testing

@testable import Controls

@Suite struct ControlInputTests {
  @Test func clicksMakeTheirPartsActions() {
    for (id, part, wanted) in [
      (.save, .whole, [.focus(.save), .press(.save)]), (.close, .whole, [.press(.close)]),
      (.message, .whole, [.press(.message)]),
      (.keep, .toggle, [.focus(.keep), .press(.keep)]), (.keep, .whole, [.focus(.keep)]),
      (.section(1), .moveUp, [.focus(.section(1)), .move(.section(1), -1)]),
      (.section(1), .remove, [.remove(.section(1))]),
      (.choice, .next, [.focus(.choice), .cycle(.choice, 1)]),
      (.choice, .value, [.focus(.choice), .expand(.choice, false)]),
      (.color, .whole, [.focus(.color), .expand(.color, false)]),
      (.name(1), .whole, [.focus(.name(1)), .press(.name(1))]),
      (.compare, .whole, [.hold(.compare, true), .hold(.compare, false)]),
      (.number(0), .value, [.type(.number(0))]),
    ] as [(SamplePanel.ID, Target<SamplePanel.ID>.Part, [ControlEffect<SamplePanel.ID>])] {
      var panel = SamplePanel()
      panel.click(id, part)
      #expect(panel.wanted == wanted, "\(id), \(part)")
    }
  }

  @Test func keysActOnTheFocusedRow() {
    for (focus, key, wanted) in [
      (.number(0), .right, [.set(.number(0), 51)]), (.number(0), .home, [.set(.number(0), 0)]),
      (.number(0), .backspace, [.reset(.number(0))]), (.number(0), .enter, [.type(.number(0))]),
      (.section(0), .left, [.turn(.section(0), false)]),
      (.section(0), .space, [.press(.section(0))]),
      (.section(0), .delete, [.remove(.section(0))]), (.choice, .left, [.cycle(.choice, -1)]),
      (.color, .space, [.expand(.color, false)]), (.name(0), .enter, [.press(.name(0))]),
      (.name(0), .right, []), (.keep, .right, [.turn(.keep, true)]),
      (.keep, .down, [.focus(.section(0))]), (.section(0), .up, [.focus(.keep)]),
      (.save, .escape, [.dismiss]),
    ] as [(SamplePanel.ID, Keysym, [ControlEffect<SamplePanel.ID>])] {
      var panel = SamplePanel(focus: focus)
      let isConsumed = panel.key(key)
      #expect(isConsumed, "\(focus), \(key)")
      #expect(panel.wanted == wanted, "\(focus), \(key)")
    }
  }

  @Test func thePanelIgnoresKeysItDoesNotUse() {
    var panel = SamplePanel(focus: .save)
    var isConsumed = [Keysym.left, .home, .pageUp, .delete, .f11, Keysym("n")].map {
      panel.key($0)
    }
    isConsumed.append(panel.key(.down, .logo))
    isConsumed.append(panel.key(.down, .control))
    isConsumed.append(panel.button(true, Point(x: 5, y: 5)))
    #expect(!panel.input.isFree)
    isConsumed.append(panel.button(false, Point(x: 5, y: 5)))
    #expect(panel.input.isFree && isConsumed.allSatisfy { !$0 })
    #expect(panel.wanted.isEmpty)
  }

  @Test func typedTextIsEnteredByKeysAndClicks() {
    var panel = SamplePanel(focus: .number(0))
    panel.key(.enter)
    panel.key(Keysym("7"))
    #expect(panel.input.typing?.field.text == "7", "the first character takes the place of all")
    panel.key(.down)
    #expect(
      panel.wanted == [
        .type(.number(0)), .enter(.number(0), "7", givesUp: false), .focus(.number(1)),
      ])
    panel.wanted = []
    panel.click(.save)
    #expect(
      panel.wanted == [
        .enter(.number(0), "7", givesUp: true), .focus(.save), .press(.save),
      ])
    panel.key(.escape)
    #expect(panel.input.typing == nil)
  }

  @Test func aClickOnAnotherValueEndsOneEditAndBeginsTheNext() {
    var panel = SamplePanel()
    panel.click(.number(0), .value)
    panel.click(.number(1), .value)
    #expect(
      panel.wanted == [
        .type(.number(0)), .enter(.number(0), "50.0", givesUp: true), .type(.number(1)),
      ])
    #expect(panel.input.typing?.id == .number(1))
  }

  @Test func aSliderFollowsThePointer() throws {
    var panel = SamplePanel()
    let row = try #require(panel.placed.row(.number(0)))
    let track = panel.placed.metrics.track(of: row, SamplePanel.scale)
    let y = panel.middle(.number(0), .slider).y
    panel.button(true, Point(x: track.place(of: 0.25), y: y))
    panel.send(.motion(position: Point(x: track.place(of: 0.75), y: 900), time: 0))
    #expect(
      panel.wanted == [.focus(.number(0)), .set(.number(0), 25), .set(.number(0), 75)])
    let isOwn = panel.button(false, .zero)
    let isStillOwn = panel.send(.motion(position: .zero, time: 0))
    #expect(isOwn && !isStillOwn)
  }

  @Test func aDraggedSliderReplacesATypedNumber() throws {
    var panel = SamplePanel()
    panel.click(.number(0), .value)
    panel.key(Keysym("7"))
    panel.wanted = []
    let row = try #require(panel.placed.row(.number(0)))
    let track = panel.placed.metrics.track(of: row, SamplePanel.scale)
    let y = panel.middle(.number(0), .slider).y
    // The thumb was here; the typed value has moved it.
    panel.button(true, Point(x: track.place(of: 0.5), y: y))
    #expect(
      panel.wanted == [
        .enter(.number(0), "7", givesUp: true), .focus(.number(0)), .set(.number(0), 50),
      ])
  }

  @Test func aSectionIsDraggedPastAnother() {
    var panel = SamplePanel()
    let place = panel.middle(.section(0))
    panel.button(true, place)
    panel.send(.motion(position: Point(x: place.x, y: 900), time: 0))
    #expect(panel.wanted == [.focus(.section(0)), .move(.section(0), 1)])
    panel.input.rename(.section(0), to: .section(1))
    panel.wanted = []
    panel.send(.motion(position: Point(x: place.x, y: place.y), time: 0))
    #expect(panel.wanted == [.move(.section(1), -1)])
  }

  @Test func oneFingerActsAsThePointer() {
    var panel = SamplePanel()
    let place = panel.middle(.save)
    func events(_ id: Int, _ phase: GesturePhase) -> [WindowEvent]? {
      panel.input.pointerEvents(
        of: TouchEvent(id: id, phase: phase, position: place, time: 0))
    }
    #expect(events(1, .began)?.count == 1)
    #expect(panel.input.hasFinger)
    #expect(events(2, .began) == nil, "any further one is nobody's")
    #expect(events(1, .changed) == [.motion(position: place, time: 0)])
    #expect(events(1, .ended)?.count == 3)
    #expect(!panel.input.hasFinger)
  }
}
