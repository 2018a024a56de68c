import Geometry
import Tiles

/// The pixels of a tile that a provider gave, laid out as tiles are.
struct CellPixels: Sendable {
  let memory: OwnedPixels
  let layout: TileLayout
  /// Whether the border came with them; else it repeats the outermost pixels.
  let hasOwnBorder: Bool

  /// Pixels that are about to be written, border and all.
  init(_ memory: OwnedPixels, bordered layout: TileLayout) {
    self.memory = memory
    self.layout = layout
    hasOwnBorder = true
  }

  /// Pixels of a decoder, whose border repeats the outermost ones.
  init(_ memory: OwnedPixels, layout: TileLayout) {
    self.memory = memory
    self.layout = layout
    hasOwnBorder = layout.overlap == 0
  }

  /// The part of a decoder's picture that is a tile: its border is what lies around it there, and
  /// repeats the outermost pixels where the picture ends.
  init(_ picture: OwnedPixels, part: PicturePart, layout: TileLayout) {
    self.layout = layout
    hasOwnBorder = true
    memory = OwnedPixels(count: layout.byteCount)
    let (width, height) = (part.picture.width, part.picture.height)
    let border = layout.overlap
    for row in 0..<layout.stored.height {
      let from = picture.base + min(max(part.area.minY + row - border, 0), height - 1) * width * 4
      let target = memory.base + row * layout.stride
      let first = max(0, border - part.area.minX)
      let last = min(layout.stored.width, width - part.area.minX + border)
      (target + first * 4).copyMemory(
        from: from + (part.area.minX - border + first) * 4, byteCount: (last - first) * 4)
      for column in 0..<first { (target + column * 4).copyMemory(from: from, byteCount: 4) }
      for column in last..<layout.stored.width {
        (target + column * 4).copyMemory(from: from + (width - 1) * 4, byteCount: 4)
      }
    }
  }

  /// Rows without padding, with the border or without it.
  init(_ bytes: [UInt8], size: PixelSize, layout: TileLayout) {
    self.layout = layout
    memory = OwnedPixels(count: layout.byteCount)
    hasOwnBorder = size == layout.stored
    bytes.withUnsafeBytes { source in
      guard let base = source.baseAddress else { return }
      if hasOwnBorder {
        memory.base.copyMemory(from: base, byteCount: layout.byteCount)
        return
      }
      for row in 0..<layout.stored.height {
        let own = min(max(row - layout.overlap, 0), layout.area.height - 1)
        let target = memory.base + row * layout.stride
        let from = base + own * layout.area.width * 4
        (target + layout.overlap * 4).copyMemory(from: from, byteCount: layout.area.width * 4)
        for column in 0..<layout.overlap {
          (target + column * 4).copyMemory(from: from, byteCount: 4)
          (target + layout.stride - (column + 1) * 4)
            .copyMemory(from: from + (layout.area.width - 1) * 4, byteCount: 4)
        }
      }
    }
  }

  /// Where the tile's own pixels begin.
  var origin: UnsafeMutableRawPointer {
    memory.base + layout.overlap * (layout.stride + layout.bytesPerPixel)
  }

  /// Copies into the border what a neighbour, so many cells right and down, has of its own there.
  ///
  /// Only before anybody else holds the pixels.
  func fillBorder(from other: CellPixels, right: Int, down: Int) {
    /// The stored positions of the border on one axis, and the neighbour's first own one for them.
    func span(_ step: Int, own: Int, others: Int) -> (target: Range<Int>, source: Int) {
      let border = layout.overlap
      switch step {
      case 0: return (border..<(border + own), border)
      case 1: return ((border + own)..<(border + own + min(border, others)), border)
      default:
        let count = min(border, others)
        return ((border - count)..<border, border + others - count)
      }
    }
    let x = span(right, own: layout.area.width, others: other.layout.area.width)
    let y = span(down, own: layout.area.height, others: other.layout.area.height)
    for (index, row) in y.target.enumerated() {
      (memory.base + row * layout.stride + x.target.lowerBound * 4).copyMemory(
        from: other.memory.base + (y.source + index) * other.layout.stride + x.source * 4,
        byteCount: x.target.count * 4)
    }
  }
}
