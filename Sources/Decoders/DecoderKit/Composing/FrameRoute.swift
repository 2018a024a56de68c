import Geometry

/// Computes the steps that bring an animation's canvas from one frame to another.
///
/// Going forward draws only the frames in between. Going back starts again at the last earlier
/// frame that covers everything before it.
struct FrameRoute {
  /// One change of the canvas.
  enum Step: Hashable {
    /// Make an area transparent.
    case clear(PixelRect)
    /// Save an area's pixels.
    case save(PixelRect)
    /// Restore the saved pixels.
    case restore
    case draw(frame: Int)
  }

  let placements: [FramePlacement]
  private let canvas: PixelRect
  /// For each frame, the frame to start with on an empty canvas.
  private let starts: [Int]

  /// Routes between frames on a canvas.
  init(of placements: [FramePlacement], on size: PixelSize) {
    let canvas = PixelRect(size)
    var starts: [Int] = []
    var next = 0
    for (index, frame) in placements.enumerated() {
      let covers = frame.area.intersection(canvas) == canvas
      // A frame with disposal `.restore` needs the pixels below it, though they are hidden.
      let isFirst = covers && !frame.isBlended && frame.disposal != .restore
      let start = isFirst ? index : next
      starts.append(start)
      switch frame.disposal {
      case .keep: next = start
      case .clear: if covers { next = index + 1 }
      case .restore: break
      }
    }
    self.placements = placements
    self.canvas = canvas
    self.starts = starts
  }

  /// True if a frame stands alone: it covers the canvas, and nothing below it shows.
  func isWhole(_ frame: Int) -> Bool {
    starts[frame] == frame && placements[frame].area == canvas
  }

  /// The steps from the current frame to another one.
  ///
  /// `shown` is `nil` if the canvas has unknown content. Frames in between that are undone before
  /// the next one, by restoring or clearing, are not drawn. The area below the wanted frame is
  /// saved if its disposal is to restore it.
  func steps(from shown: Int?, to wanted: Int) -> [Step] {
    guard shown != wanted else { return [] }
    let start = starts[wanted]
    var steps: [Step]
    let first: Int
    if let shown, shown < wanted, shown >= start {
      steps = disposal(of: shown)
      first = shown + 1
    } else {
      steps = [.clear(canvas)]
      first = start
    }
    for index in first..<wanted {
      switch placements[index].disposal {
      case .keep: steps.append(.draw(frame: index))
      case .clear: steps.append(.clear(placements[index].area))
      case .restore: break
      }
    }
    if placements[wanted].disposal == .restore { steps.append(.save(placements[wanted].area)) }
    return steps + [.draw(frame: wanted)]
  }

  /// The steps that dispose of a frame.
  private func disposal(of frame: Int) -> [Step] {
    switch placements[frame].disposal {
    case .keep: []
    case .clear: [.clear(placements[frame].area)]
    case .restore: [.restore]
    }
  }

  /// The maximum number of pixels that any frame saves.
  var mostSaved: Int {
    placements.lazy.filter { $0.disposal == .restore }
      .map { $0.area.intersection(canvas) }
      .map { $0.isEmpty ? 0 : $0.width * $0.height }.max() ?? 0
  }

  /// True if the canvas never has a translucent pixel, given which frames are opaque.
  func isOpaque(where isOpaque: (Int) -> Bool) -> Bool {
    var isFilled = false
    for (index, frame) in placements.enumerated() {
      let covers = frame.area.intersection(canvas) == canvas
      let isOwn = isOpaque(index)
      guard covers && isOwn || isFilled && (frame.isBlended || isOwn) else { return false }
      switch frame.disposal {
      case .keep: isFilled = true
      case .clear: isFilled = false
      case .restore: break
      }
    }
    return true
  }
}
