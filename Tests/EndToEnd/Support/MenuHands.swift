import Controls
import Geometry
import Gestures
import TestSupport
import Testing

@testable import Viewer

/// A user of a viewer's menu, which has the standard keys.
struct MenuHands {
  /// What the user has at hand.
  enum Means: CaseIterable {
    case pointer, keys
  }

  let viewer: RunningViewer

  /// The menu's sections, from the table of commands.
  private static let sections = CommandSection.allCases.map { section in
    let names = CommandName.allCases.filter {
      $0.definition.section == section && $0 != .menu && $0 != .script
    }
    return MenuState.Section(
      title: section.rawValue,
      items: names.map { MenuState.Item(name: $0, command: Command($0)) })
  }

  /// The places of a command's section and of its item in their lists.
  private func indices(of name: CommandName) throws -> (section: Int, item: Int) {
    let section = try #require(CommandSection.allCases.firstIndex(of: name.definition.section))
    let items = Self.sections[section].items
    return (section, try #require(items.firstIndex { $0.name == name }, "\(name)"))
  }

  /// The rectangles of a command's section and of its item, after a right click at a point.
  func rects(
    of name: CommandName, at place: Point
  ) throws -> (section: PixelRect, item: PixelRect) {
    let (section, item) = try indices(of: name)
    let (size, x, y) = (viewer.size, Int(place.x), Int(place.y))
    var menu = MenuState()
    menu.open(
      Self.sections, beside: PixelRect(minX: x, minY: y, maxX: x, maxY: y), scale: 1, isHeld: true)
    let title = try #require(menu.placedSections(on: size).rect(of: Target(section)))
    _ = menu.take(.motion(position: Rect(title).center, time: 0), on: size)
    return (title, try #require(menu.placedCommands(on: size).rect(of: Target(item))))
  }

  /// Moves the pointer to the middle of a rectangle.
  func point(at rect: PixelRect) {
    viewer.point(atX: (rect.minX + rect.maxX) / 2, y: (rect.minY + rect.maxY) / 2)
  }

  /// Opens the menu, chooses a section, then the item of a command.
  func choose(_ name: CommandName, by means: Means) throws {
    switch means {
    case .pointer:
      let (section, item) = try rects(of: name, at: Point(x: 20, y: 20))
      viewer.point(atX: 20, y: 20)
      viewer.hands.click(3)
      for rect in [section, item] {
        point(at: rect)
        viewer.hands.click()
      }
    case .keys:
      let (section, item) = try indices(of: name)
      viewer.type(Keysym.menu.rawValue)
      for _ in 0..<section { viewer.type(Key.down) }
      viewer.type(Key.right)
      for _ in 0..<item { viewer.type(Key.down) }
      viewer.type(Key.enter)
    }
  }
}
