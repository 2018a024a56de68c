import Controls
import Geometry
import Rendering
import Text

/// What something over the picture looks like.
enum PanelLook: Hashable {
  /// Texts, below one another.
  case text([TextBlock], TextAlignment)
  /// A drawing, which says where it stands.
  case drawing(PanelDrawing)
  /// A bar as wide as it says, a fraction of which is light; `thickness` is in pixels at 96 dots an
  /// inch.
  case bar(Double, width: Int, thickness: Double)
}

/// Which panels stand over the picture, where, and until when.
///
/// It decides; the text thread draws and the renderer shows. A panel stays what it was until its
/// new bitmap has arrived, so that nothing flickers.
struct OverlayBoard {
  /// What has to be done after a change.
  enum Work {
    /// Draw a text and bring it back under this number.
    case draw(TextRequest)
    /// Draw what is no text alone, and bring it back under its number.
    case drawing(DrawingRequest)
    /// Give the renderer a bitmap.
    case show(id: UInt64, OverlayBitmap)
    /// Take a bitmap from the renderer.
    case remove(id: UInt64)
  }

  private struct Slot {
    /// What it should look like; `nil` for nothing.
    var look: PanelLook?
    /// What was asked of the text thread.
    var asked: TextRequest?
    /// The number under which its bitmap comes.
    var pending: UInt64?
    var shown: (id: UInt64, size: PixelSize)?
    /// When it goes by itself, in seconds of the viewer's clock.
    var expiry: Double?
  }

  private var slots: [PanelID: Slot] = [:]
  private var lastID: UInt64 = 0
  private var surface = PixelSize.zero
  /// How large interface texts are drawn: 1 at 96 dots an inch.
  var interfaceScale = 1.0

  /// Device pixels between a text and the view's edge.
  private var margin: Int { Int((12 * interfaceScale).rounded()) }

  /// When the next panel goes by itself.
  var deadline: Double? { slots.values.compactMap(\.expiry).min() }

  /// Puts something up, or takes it away with `nil`.
  ///
  /// What looks the same is not drawn again, wherever it stands. Of a drawing that changes while it
  /// is dragged only the newest is drawn.
  mutating func set(
    _ id: PanelID, _ look: PanelLook?, on surface: PixelSize, until expiry: Double? = nil
  ) -> [Work] {
    self.surface = surface
    var slot = slots[id] ?? Slot()
    defer { slots[id] = slot }
    slot.expiry = look == nil ? nil : expiry
    let before = slot.look
    slot.look = look
    switch look {
    case .text(let blocks, let alignment)?: return ask(blocks, alignment, &slot)
    case .drawing(let drawing)?:
      if case .drawing(let old)? = before, old.items == drawing.items,
        old.position.size == drawing.position.size
      {
        return []
      }
      let number = Self.drawingID(of: id)
      slot.pending = number
      return [.drawing(drawing.request(id: number))]
    case .bar(let fraction, let width, let thickness)?:
      if look == before { return [] }
      let bar = ProgressBar.bitmap(
        width: width, fraction: fraction, thickness: thickness, scale: interfaceScale)
      lastID += 1
      return show(bar, as: lastID, &slot)
    case nil:
      slot.asked = nil
      slot.pending = nil
      return show(nil, as: 0, &slot)
    }
  }

  private mutating func ask(
    _ blocks: [TextBlock], _ alignment: TextAlignment, _ slot: inout Slot
  ) -> [Work] {
    var request = TextRequest(
      id: slot.asked?.id ?? 0, blocks: blocks, alignment: alignment,
      maximumWidth: max(64, surface.width - 2 * margin),
      maximumHeight: max(64, surface.height - 2 * margin), scale: interfaceScale)
    if slot.asked == request { return [] }
    lastID += 1
    request.id = lastID
    slot.asked = request
    slot.pending = lastID
    return [.draw(request)]
  }

  private func show(_ bitmap: TextBitmap?, as id: UInt64, _ slot: inout Slot) -> [Work] {
    var work: [Work] = slot.shown.map { [.remove(id: $0.id)] } ?? []
    slot.shown = nil
    if let bitmap, let overlay = OverlayBitmap(size: bitmap.size, pixels: bitmap.pixels) {
      slot.shown = (id, bitmap.size)
      work.append(.show(id: id, overlay))
    }
    return work
  }

  /// The number of a panel's drawings: no text gets as far.
  private static func drawingID(of id: PanelID) -> UInt64 {
    UInt64.max - UInt64(PanelTable.all.firstIndex { $0.id == id } ?? PanelTable.all.count)
  }

  /// Takes a bitmap that the text thread has drawn; one that nobody wants any more is dropped.
  mutating func receive(id: UInt64, bitmap: TextBitmap?) -> [Work] {
    guard let (panel, found) = slots.first(where: { $0.value.pending == id }) else { return [] }
    var slot = found
    defer { slots[panel] = slot }
    if case .text? = slot.look {
      slot.pending = nil
      return show(bitmap, as: id, &slot)
    }
    // The bitmap before it is shown until a frame names this one.
    lastID += 1
    return show(bitmap, as: lastID, &slot)
  }

  /// Has everything that stands drawn again: the renderer has lost all bitmaps.
  mutating func lost() -> [Work] {
    var work: [Work] = []
    for (id, slot) in slots {
      slots[id] = Slot()
      guard let look = slot.look else { continue }
      work += set(id, look, on: surface, until: slot.expiry)
    }
    return work
  }

  /// Takes away what has had its time.
  mutating func expire(at now: Double) -> [Work] {
    var work: [Work] = []
    for (id, slot) in slots {
      if let expiry = slot.expiry, expiry <= now { work += set(id, nil, on: surface) }
    }
    return work
  }

  /// Where each panel stands on a surface, the lowest first.
  func overlays(on surface: PixelSize) -> [Overlay] {
    PanelTable.all.compactMap { line in
      guard let slot = slots[line.id], let (id, size) = slot.shown else { return nil }
      let middle = ((surface.width - size.width) / 2, (surface.height - size.height) / 2)
      var (x, y) = (0, 0)
      switch line.place {
      case .ownPlace:
        guard case .drawing(let drawing)? = slot.look else { return nil }
        (x, y) = (drawing.position.minX, drawing.position.minY)
      case .middle: (x, y) = middle
      case .lowerLeft: (x, y) = (margin, surface.height - size.height - margin)
      case .lowerEdge: y = surface.height - size.height
      case .upperEdge: break
      }
      let position = PixelRect(minX: x, minY: y, maxX: x + size.width, maxY: y + size.height)
      return Overlay(position: position, bitmap: id)
    }
  }
}
