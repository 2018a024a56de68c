import Geometry

/// Where a frame of an animation stands on the canvas, and what becomes of it there.
package struct FramePlacement: Hashable, Sendable {
  /// What happens to a frame's area before the frame after it is drawn.
  package enum Disposal: Hashable, Sendable {
    /// The frame stays.
    case keep
    /// The area becomes transparent.
    case clear
    /// What was there before the frame comes back.
    case restore
  }

  /// The frame's pixels on the canvas; they may hang over its edges.
  package var area: PixelRect
  /// What happens to them afterwards.
  package var disposal: Disposal
  /// Whether what was there shines through where the frame is transparent; else the frame
  /// takes its place, transparent pixels too.
  package var isBlended: Bool

  /// A frame at a place.
  package init(area: PixelRect, disposal: Disposal = .keep, isBlended: Bool) {
    self.area = area
    self.disposal = disposal
    self.isBlended = isBlended
  }
}

/// What must be done on an empty canvas so that one frame of an animation stands there.
enum FramePlan {
  /// One change of the canvas.
  enum Step: Hashable {
    /// An area becomes transparent.
    case clear(PixelRect)
    /// A frame is drawn.
    case draw(frame: Int)
  }

  /// The steps to a frame, from the last one on that leaves nothing of what was before it.
  ///
  /// A frame that another replaces by what was before it need not be decoded at all, nor one whose
  /// area is cleared: so no copy of the canvas is ever kept.
  static func steps(
    to wanted: Int, of placements: [FramePlacement], on canvas: PixelSize
  ) -> [Step] {
    let whole = PixelRect(canvas)
    func covers(_ frame: FramePlacement) -> Bool { frame.area.intersection(whole) == whole }
    var steps: [Step] = []
    // Backwards, until a frame covers everything.
    backwards: for index in stride(from: wanted, through: 0, by: -1) {
      let frame = placements[index]
      switch index < wanted ? frame.disposal : .keep {
      case .restore: continue
      case .clear:
        if covers(frame) { break backwards }
        steps.append(.clear(frame.area))
      case .keep:
        steps.append(.draw(frame: index))
        if covers(frame), !frame.isBlended { break backwards }
      }
    }
    return steps.reversed()
  }
}
