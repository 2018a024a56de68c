import Geometry

/// How frames of an animation come to stand on the canvas, one after the other.
///
/// From the frame that stands there to a later one only those between them are drawn. An earlier
/// one begins anew, at the last frame before it that leaves nothing of what was there.
struct FrameRoute {
  /// One change of the canvas.
  enum Step: Hashable {
    /// An area becomes transparent.
    case clear(PixelRect)
    /// What stands in an area is remembered.
    case save(PixelRect)
    /// What was remembered comes back.
    case restore
    /// A frame is drawn.
    case draw(frame: Int)
  }

  let placements: [FramePlacement]
  private let canvas: PixelRect
  /// For each frame the first one that must be drawn, on an empty canvas, so that it stands there.
  private let starts: [Int]

  /// Routes between some frames on a canvas.
  init(of placements: [FramePlacement], on size: PixelSize) {
    let canvas = PixelRect(size)
    var starts: [Int] = []
    var next = 0
    for (index, frame) in placements.enumerated() {
      let covers = frame.area.intersection(canvas) == canvas
      // What is below a frame that gives way to it again must be there, though it is not seen.
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

  /// Whether a frame is a picture by itself: it covers the canvas, and nothing is below it.
  func isWhole(_ frame: Int) -> Bool {
    starts[frame] == frame && placements[frame].area == canvas
  }

  /// The steps from the frame that stands there to another one.
  ///
  /// `nil` stands for a canvas of which nothing is known. A frame that another replaces by what
  /// was before it need not be drawn on the way, nor one whose area is cleared. What is below the
  /// wanted one is remembered where it comes back afterwards.
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

  /// What becomes of a frame that stands there.
  private func disposal(of frame: Int) -> [Step] {
    switch placements[frame].disposal {
    case .keep: []
    case .clear: [.clear(placements[frame].area)]
    case .restore: [.restore]
    }
  }

  /// The most pixels that are ever remembered.
  var mostSaved: Int {
    placements.lazy.filter { $0.disposal == .restore }
      .map { $0.area.intersection(canvas) }
      .map { $0.isEmpty ? 0 : $0.width * $0.height }.max() ?? 0
  }

  /// Whether no pixel is ever translucent, where some frames have none that are.
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
