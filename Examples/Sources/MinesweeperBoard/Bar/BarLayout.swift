import Fresnel

/// What can be tapped in the bar.
public enum BarButton: Hashable, Sendable, CaseIterable {
  /// The next board.
  case board
  /// A new game.
  case face
  /// The best times.
  case time
  /// Whether taps uncover or set flags.
  case mode
  /// Pause.
  case pause
  /// The whole field.
  case fit
}

/// Where things lie in the bar, in pixels.
public struct BarLayout: Hashable, Sendable {
  /// How high it is: a finger's width.
  public static let height = 56
  /// The narrowest bar that has room for everything.
  public static let leastWidth = 520

  /// How wide it is.
  public let width: Int

  /// A bar that covers a surface's upper edge.
  public init(width: Int) { self.width = width }

  private static let inset = 6.0

  private func box(from left: Double, width: Double) -> Rect {
    Rect(
      minX: left, minY: Self.inset, maxX: left + width, maxY: Double(Self.height) - Self.inset)
  }

  /// Where a button lies.
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

  /// Where the number of mines lies.
  var mines: Rect { box(from: 130, width: 84) }

  /// What lies at a point; `nil` where the bar has nothing to tap.
  public func button(at point: Point) -> BarButton? {
    BarButton.allCases.first {
      let rect = rect(of: $0)
      return point.x >= rect.minX && point.x < rect.maxX && point.y >= 0
        && point.y < Double(Self.height)
    }
  }
}
