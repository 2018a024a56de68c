import Controls
import Geometry
import Rendering
import Text

/// The appearance of an overlay.
enum PanelStyle: Hashable {
  /// Texts, one below the other.
  case text([TextBlock], TextAlignment)
  /// A drawing, which defines its own position.
  case drawing(PanelDrawing)
  /// A bar of a width in pixels, filled to a fraction; `thickness` is in pixels at 96 dpi.
  case bar(Double, width: Int, thickness: Double)
}

/// Decides which overlays are shown, where, and until when.
///
/// The text thread draws them and the renderer shows them. An overlay stays unchanged until its new
/// bitmap has arrived, so that nothing flickers.
struct OverlayController {
  /// Work to do after a change.
  enum Work {
    /// Draw a text; its bitmap is returned with this number.
    case draw(TextRequest)
    /// Draw a drawing; its bitmap is returned with its number.
    case drawing(DrawingRequest)
    /// Give the renderer a bitmap.
    case show(id: UInt64, OverlayBitmap)
    /// Remove a bitmap from the renderer.
    case remove(id: UInt64)
  }

  private struct Slot {
    /// The desired appearance; `nil` to show nothing.
    var look: PanelStyle?
    /// The last request to the text thread.
    var asked: TextRequest?
    /// The number of the pending bitmap.
    var pending: UInt64?
    var shown: (id: UInt64, size: PixelSize)?
    /// True until the bitmap of a changed drawing has arrived.
    var isOutdated = false
    /// When the overlay expires, in seconds of the viewer's clock.
    var expiry: Double?
    /// The point above which it is shown, if it has one.
    var anchor: Point?
    /// How far a scrolled text is moved up, in device pixels.
    var scroll = 0
  }

  private var slots: [PanelID: Slot] = [:]
  private var lastID: UInt64 = 0
  private var surface = PixelSize.zero
  private var theme = PanelTheme()
  /// The scale of interface text: 1 at 96 dpi.
  var interfaceScale = 1.0

  /// Device pixels between a text and the view's edge.
  private var margin: Int { Int((12 * interfaceScale).rounded()) }

  /// When the next overlay expires.
  var deadline: Double? { slots.values.compactMap(\.expiry).min() }

  /// Shows an overlay, or hides it with `nil`.
  ///
  /// An unchanged appearance is not drawn again, even at another position. For a drawing that
  /// changes during a drag, only the newest is drawn.
  mutating func set(
    _ id: PanelID, _ look: PanelStyle?, on surface: PixelSize, until expiry: Double? = nil,
    above anchor: Point? = nil
  ) -> [Work] {
    self.surface = surface
    var slot = slots[id] ?? Slot()
    defer { slots[id] = slot }
    slot.anchor = anchor
    slot.expiry = look == nil ? nil : expiry
    let before = slot.look
    slot.look = look
    switch look {
    case .text(let blocks, let alignment)?: return ask(id, blocks, alignment, &slot)
    case .drawing(let drawing)?:
      if case .drawing(let old)? = before, old.items == drawing.items,
        old.position.size == drawing.position.size
      {
        return []
      }
      let number = Self.drawingID(of: id)
      slot.pending = number
      slot.isOutdated = true
      return [.drawing(theme.applied(to: drawing).request(id: number))]
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

  /// How far a text that is too high can be scrolled, in device pixels; 0 if it fits.
  func mostScroll(of id: PanelID) -> Int {
    slots[id]?.shown.map { max(0, $0.size.height + 2 * margin - surface.height) } ?? 0
  }

  /// Scrolls a text to a distance from its start, in device pixels; returns true if that moves it.
  mutating func scroll(_ id: PanelID, to distance: Int) -> Bool {
    let scroll = min(max(distance, 0), mostScroll(of: id))
    guard let before = slots[id]?.scroll, before != scroll else { return false }
    slots[id]?.scroll = scroll
    return true
  }

  /// Sets the colours of panels; those that are shown are drawn again.
  mutating func setTheme(_ theme: PanelTheme) -> [Work] {
    guard theme != self.theme else { return [] }
    self.theme = theme
    var work: [Work] = []
    for (id, slot) in slots {
      guard case .drawing(let drawing)? = slot.look else { continue }
      let number = Self.drawingID(of: id)
      slots[id]?.pending = number
      work.append(.drawing(theme.applied(to: drawing).request(id: number)))
    }
    return work
  }

  private mutating func ask(
    _ id: PanelID, _ blocks: [TextBlock], _ alignment: TextAlignment, _ slot: inout Slot
  ) -> [Work] {
    var request = TextRequest(
      id: slot.asked?.id ?? 0, blocks: blocks, alignment: alignment,
      maximumWidth: max(64, surface.width - 2 * margin),
      maximumHeight: max(64, surface.height - 2 * margin),
      isScrolled: PanelTable.all.contains { $0.id == id && $0.place == .scrolledMiddle },
      scale: interfaceScale)
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

  /// Returns the number of a panel's drawings; texts' numbers never get that high.
  private static func drawingID(of id: PanelID) -> UInt64 {
    UInt64.max - UInt64(PanelTable.all.firstIndex { $0.id == id } ?? PanelTable.all.count)
  }

  /// Handles a bitmap from the text thread; one that is no longer wanted is dropped.
  mutating func receive(id: UInt64, bitmap: TextBitmap?) -> [Work] {
    guard let (panel, found) = slots.first(where: { $0.value.pending == id }) else { return [] }
    var slot = found
    defer { slots[panel] = slot }
    if case .text? = slot.look {
      slot.pending = nil
      return show(bitmap, as: id, &slot)
    }
    slot.isOutdated = false
    // The previous bitmap is shown until a frame refers to this one.
    lastID += 1
    return show(bitmap, as: lastID, &slot)
  }

  /// Redraws all overlays, because the renderer has lost all bitmaps.
  mutating func lost() -> [Work] {
    var work: [Work] = []
    for (id, slot) in slots {
      slots[id] = Slot()
      guard let look = slot.look else { continue }
      work += set(id, look, on: surface, until: slot.expiry, above: slot.anchor)
    }
    return work
  }

  mutating func expire(at now: Double) -> [Work] {
    var work: [Work] = []
    for (id, slot) in slots {
      if let expiry = slot.expiry, expiry <= now { work += set(id, nil, on: surface) }
    }
    return work
  }

  /// Returns the position of each overlay on a surface, in z-order.
  func overlays(on surface: PixelSize) -> [Overlay] {
    PanelTable.all.compactMap { overlay(of: $0, on: surface) }
  }

  /// Returns the position of a panel on a surface; `nil` while it does not show its newest drawing.
  func newest(_ id: PanelID, on surface: PixelSize) -> Overlay? {
    guard slots[id]?.isOutdated == false, let line = PanelTable.all.first(where: { $0.id == id })
    else { return nil }
    return overlay(of: line, on: surface)
  }

  private func overlay(of line: PanelTable, on surface: PixelSize) -> Overlay? {
    guard let slot = slots[line.id], let (id, size) = slot.shown else { return nil }
    let middle = ((surface.width - size.width) / 2, (surface.height - size.height) / 2)
    var (x, y) = (0, 0)
    switch line.place {
    case .ownPlace:
      guard case .drawing(let drawing)? = slot.look else { return nil }
      (x, y) = (drawing.position.minX, drawing.position.minY)
    case .middle: (x, y) = middle
    case .scrolledMiddle: (x, y) = (middle.0, max(middle.1, margin) - slot.scroll)
    case .lowerLeft:
      (x, y) = (margin, surface.height - size.height - margin)
      if let bar = drawing(of: .bar)?.position, bar.minX < x + size.width {
        y = min(y, bar.minY - size.height - margin)
      }
    case .aboveAnchor:
      guard let anchor = slot.anchor else { return nil }
      let gap = margin / 2
      x = max(min(Int(anchor.x) - size.width / 2, surface.width - size.width - gap), gap)
      y = max(Int(anchor.y) - size.height - gap, 0)
    case .lowerEdge: y = surface.height - size.height
    case .upperEdge: break
    }
    let position = PixelRect(minX: x, minY: y, maxX: x + size.width, maxY: y + size.height)
    return Overlay(
      position: position, bitmap: id, opacity: drawing(of: line.id)?.opacity ?? 1)
  }

  /// Returns the drawing of a panel that is shown; `nil` for other overlays.
  private func drawing(of id: PanelID) -> PanelDrawing? {
    guard let slot = slots[id], slot.shown != nil, case .drawing(let drawing)? = slot.look else {
      return nil
    }
    return drawing
  }
}
