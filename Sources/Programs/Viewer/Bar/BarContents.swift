import Controls
import Glibc

/// What the bar shows: the state of the window that its items depend on.
struct BarContents: Hashable, Sendable {
  /// A command as a button.
  struct Button: Hashable, Sendable {
    let name: CommandName
    let title: String
    let section: CommandSection
    /// The first of its keys; empty if it has none.
    var key: String
    /// True if its switch is on; `nil` if it isn't a switch.
    var isOn: Bool?
    /// Why the command can't be performed at the moment; `nil` if it can.
    var refusal: String?

    /// Creates the button of a command; `key` is the first of its keys, empty without one.
    init(_ name: CommandName, key: String = "") {
      let definition = name.definition
      self.name = name
      title = definition.title
      section = definition.section
      self.key = key
    }
  }

  /// The picture's place in the album.
  struct Position: Hashable, Sendable {
    /// From 1.
    var number: Int
    var count: Int
  }

  /// The zoom with its limits, in device pixels per image pixel.
  struct Zoom: Hashable, Sendable {
    var scale: Double
    var limits: ClosedRange<Double>
    /// The scale of 100 %.
    var unit = 1.0
  }

  /// The position in an animation.
  struct Progress: Hashable, Sendable {
    /// The position as a fraction, from 0 to 1.
    var part: Double
    /// The frame's number, from 1, and the number of frames.
    var text: String
  }

  /// The commands of the bar, in the order of the table.
  var buttons: [Button] = []
  /// `nil` until known.
  var position: Position?
  /// `nil` without a picture.
  var zoom: Zoom?
  /// `nil` without an animation.
  var progress: Progress?
}

extension BarContents.Position {
  /// The text beside the arrows.
  var text: String { "\(number) of \(count)" }

  /// The text to edit; `nil` if there is no other picture to go to.
  var typed: String? { count > 1 ? "\(number)" : nil }

  /// Returns the number of a picture that a typed text stands for; `nil` for anything else.
  func number(typed text: String) -> Int? {
    let digits = text.filter { !$0.isWhitespace }
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits),
      number >= 1, number <= count
    else { return nil }
    return number
  }
}

extension BarContents.Zoom {
  /// The scale of the slider: logarithmic, with a detent at 100 %.
  var sliderScale: SliderScale {
    SliderScale(
      minimum: log2(limits.lowerBound), maximum: log2(limits.upperBound), neutral: log2(unit),
      step: 0.05)
  }

  /// The text of the zoom field.
  var text: String { WindowTitle.percentage(scale / unit) }

  /// Returns the scale that a typed percentage stands for; `nil` for anything else.
  func scale(typed text: String) -> Double? {
    var digits = text.filter { !$0.isWhitespace }
    if digits.last == "%" { digits.removeLast() }
    digits = String(digits.map { $0 == "," ? "." : $0 })
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let percent = Double(digits), percent > 0, percent.isFinite
    else { return nil }
    return percent / 100 * unit
  }
}

extension CommandName {
  /// The icon of the command's button in the bar; `nil` if it has no button.
  func barIcon(isOn: Bool) -> Icon? {
    switch self {
    case .previous: .previous
    case .next: .next
    case .fit: .fit
    case .actualSize: .actualSize
    case .turnRight: .turnRight
    case .play: isOn ? .pause : .play
    case .filterPanel: .filters
    case .fullScreen: isOn ? .window : .fullScreen
    case .trash: .trash
    case .menu: .menu
    default: nil
    }
  }

  /// In narrow windows, buttons of the highest rank leave the bar first.
  var barRank: Int {
    switch self {
    case .previous, .next, .menu, .play: 0
    case .fullScreen: 3
    case .fit: 4
    case .filterPanel: 5
    case .actualSize: 7
    case .trash: 9
    default: 8
    }
  }
}
