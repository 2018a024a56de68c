import Fresnel

/// The buttons of the bar.
public enum BarButton: Hashable, Sendable, CaseIterable {
  /// Changes to the next board.
  case board
  /// Starts a new game.
  case face
  /// Shows the best times.
  case time
  /// Toggles whether taps uncover or set flags.
  case mode
  /// Pauses or resumes the game.
  case pause
  /// Zooms to the whole field.
  case fit
}

/// The layout of the bar, in pixels.
public struct BarLayout: Hashable, Sendable {
  /// The height: a finger's width.
  public static let height = 56
  /// The smallest width that has room for everything.
  public static let leastWidth = 520

  /// The width.
  public let width: Int

  /// Makes the layout of a bar along a surface's top edge.
  public init(width: Int) { self.width = width }

  private static let inset = 6.0

  private func box(from left: Double, width: Double) -> Rect {
    Rect(
      minX: left, minY: Self.inset, maxX: left + width, maxY: Double(Self.height) - Self.inset)
  }

  /// Returns the rectangle of a button.
  public func rect(of button: BarButton) -> Rect {
    let right = Double(width) - 8
    return switch button {
    case .board: box(from: 8, width: 118)
    case .face: box(from: (Double(max(width, Self.leastWidth)) / 2 - 26).rounded(), width: 52)
    case .time: box(from: right - 3 * 48 - 76, width: 74)
    case .mode: box(from: right - 3 * 48, width: 44)
    case .pause: box(from: right - 2 * 48, width: 44)
    case .fit: box(from: right - 48, width: 44)
    }
  }

  /// The rectangle of the number of mines.
  var mines: Rect { box(from: 130, width: 84) }

  /// Returns the button at a point; `nil` if there is none.
  public func button(at point: Point) -> BarButton? {
    BarButton.allCases.first {
      let rect = rect(of: $0)
      return point.x >= rect.minX && point.x < rect.maxX && point.y >= 0
        && point.y < Double(Self.height)
    }
  }
}
