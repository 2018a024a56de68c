import Geometry
import Gestures
import Text

@testable import Controls

/// A panel with nearly every kind of control, which records the effects that it wants.
struct SamplePanel {
  enum ID: Hashable {
    case title, compare, close, message, rows, hint, footer
    case section(Int)
    case number(Int)
    case choice, name(Int), color, channel, file, save, keep
  }

  var tree: [Node<ID>]
  var input = ControlInput<ID>()
  var surface = PixelSize(width: 800, height: 1000)
  var wanted: [ControlEffect<ID>] = []
  var time = 0.0

  static let scale = SliderScale(minimum: 0, maximum: 100, neutral: 50, isWhole: true)

  static func number(_ place: Int, _ number: Double = 50) -> Node<ID> {
    Node(
      .number(place), .slider, "Number \(place)", value: .number(number, scale), typed: "\(number)",
      actions: .reset)
  }

  static func section(_ place: Int, isOn: Bool = true, _ children: [Node<ID>]) -> Node<ID> {
    Node(
      .section(place), .section, "Section \(place)", value: .isOn(isOn),
      actions: [.move, .remove, .reset], children: children)
  }

  init(focus: ID? = nil) {
    let names = (0..<2).map { Node(ID.name($0), .menuItem, "Name \($0)") }
    let across = ColorPair(low: PaintColor(white: 0), high: PaintColor(white: 1))
    let channel = Node(
      ID.channel, .slider, "Red", value: .number(20, Self.scale, across: across))
    let rows = [
      Self.section(0, [Self.number(0), Self.number(1)]),
      Self.section(
        1, isOn: false,
        [
          Node(
            .choice, .choice, "Choice", value: .text("Name 0"), state: .expanded, actions: .expand,
            children: names),
          Node(
            .color, .color, "Colour", value: .color(PaintColor(white: 0.5, alpha: 0.5)),
            typed: "#808080", state: .expanded, actions: .expand, children: [channel]),
          Node(.file, .textField, "File", value: .text(nil), detail: "choose", typed: ""),
        ]),
    ]
    tree = [
      Node(
        .title, .title, "Sample",
        children: [
          Node(.compare, .button, icon: .compare, actions: .hold),
          Node(.close, .button, icon: .cross),
        ]),
      Node(.message, .message, "something is wrong"),
      Node(.rows, .scrollArea, children: rows),
      Node(.hint, .tooltip, "what it means"),
      Node(
        .footer, .group,
        children: [
          Node(.save, .button, "Save", detail: "s"),
          Node(.keep, .switch, "Keep", value: .isOn(true)),
        ]),
    ]
    tree[2].children = tree[2].children.map { focused($0, focus) }
    tree[4].children = tree[4].children.map { focused($0, focus) }
  }

  private func focused(_ node: Node<ID>, _ focus: ID?) -> Node<ID> {
    var node = node
    if node.id == focus { node.state.insert(.focused) }
    node.children = node.children.map { focused($0, focus) }
    return node
  }

  var placed: Placed<ID> { Placed(tree, scale: 1, scroll: input.scroll, surface: surface) }

  func middle(_ id: ID, _ part: Target<ID>.Part = .whole) -> Point {
    placed.rect(of: Target(id, part)).map { Rect($0).center } ?? .zero
  }

  @discardableResult
  mutating func send(_ event: WindowEvent) -> Bool {
    let answer = input.take(event, in: placed)
    wanted += answer.effects
    return answer.isConsumed
  }

  @discardableResult
  mutating func button(_ isPressed: Bool, _ place: Point, button: Int = 1) -> Bool {
    send(
      .button(
        ButtonEvent(
          button: button, isPressed: isPressed, position: place, modifiers: [], time: time)))
  }

  mutating func click(_ id: ID, _ part: Target<ID>.Part = .whole) {
    time += 1
    button(true, middle(id, part))
    button(false, middle(id, part))
  }

  @discardableResult
  mutating func key(_ key: Keysym, _ modifiers: Modifiers = []) -> Bool {
    send(
      .key(KeyPress(keysym: key.rawValue, modifiers: modifiers, position: .zero, time: time)))
  }
}
