import FilterPanel
import Geometry
import Rendering
import Text

/// Which small texts and drawings stand over the picture, where, and until when.
///
/// It decides; the text thread draws and the renderer shows. A text is asked for once and stays
/// what it was until its new bitmap has arrived, so that nothing flickers.
struct OverlayBoard {
  /// The places that a text can have.
  enum Place: Int, CaseIterable, Hashable {
    /// Outlines of the tiles.
    case tiles
    /// The line between the picture as it was and as filters show it.
    case split
    /// The filter panel.
    case panel
    /// A sentence in the middle: an error, or how to open a picture.
    case message
    /// Name and zoom, in the lower left corner.
    case caption
    /// The list of keys, in the middle and above everything.
    case help
    /// A thin bar along the lower edge: how far a picture that moves is.
    case seek
    /// A thin bar along the upper edge: how far a pass is.
    case progress
  }

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

  private struct Shown {
    var id: UInt64
    var size: PixelSize
  }

  private struct Slot {
    /// What it should say; `nil` for nothing.
    var content: [TextBlock]?
    /// What it should look like, where it is a drawing.
    var drawing: PanelDrawing?
    /// The request under way.
    var pending: UInt64?
    var shown: Shown?
    /// When it goes by itself, in seconds of the viewer's clock.
    var expiry: Double?
  }

  private var slots: [Place: Slot] = [:]
  private var lastID: UInt64 = 0
  private var lastSurface = PixelSize.zero
  /// How large interface texts are drawn: 1 at 96 dots an inch.
  var interfaceScale = 1.0

  /// Device pixels between a text and the view's edge.
  private var margin: Int { Int((12 * interfaceScale).rounded()) }

  /// When the next text goes by itself.
  var deadline: Double? { slots.values.compactMap(\.expiry).min() }

  /// Whether something stands, or is about to stand, at a place.
  func isShowing(_ place: Place) -> Bool {
    slots[place]?.content != nil || slots[place]?.drawing != nil
      || (place == .progress || place == .seek) && slots[place]?.shown != nil
  }

  /// Puts a text up, or takes it away with `nil`.
  mutating func set(
    _ place: Place, _ content: [TextBlock]?, on surface: PixelSize, until expiry: Double? = nil
  ) -> [Work] {
    if content != nil { lastSurface = surface }
    var slot = slots[place] ?? Slot()
    slot.expiry = content == nil ? nil : expiry
    defer { slots[place] = slot }
    if slot.content == content { return [] }
    slot.content = content
    guard let content else {
      slot.pending = nil
      defer { slot.shown = nil }
      return slot.shown.map { [.remove(id: $0.id)] } ?? []
    }
    lastID += 1
    slot.pending = lastID
    let margin = 2 * self.margin
    return [
      .draw(
        TextRequest(
          id: lastID, blocks: content, alignment: place == .message ? .center : .leading,
          maximumWidth: max(64, surface.width - margin),
          maximumHeight: max(64, surface.height - margin), scale: interfaceScale))
    ]
  }

  /// Puts a drawing up, or takes it away with `nil`; one that only moves is not drawn again.
  ///
  /// Of a drawing that changes while it is dragged only the newest is drawn.
  mutating func set(_ place: Place, drawing: PanelDrawing?) -> [Work] {
    var slot = slots[place] ?? Slot()
    defer { slots[place] = slot }
    let before = slot.drawing
    slot.drawing = drawing
    guard let drawing else {
      defer { slot.shown = nil }
      return slot.shown.map { [.remove(id: $0.id)] } ?? []
    }
    if drawing.items == before?.items, drawing.position.size == before?.position.size { return [] }
    return [.drawing(drawing.request(id: Self.drawingID(of: place)))]
  }

  /// The number of a place's drawings: no text gets as far.
  private static func drawingID(of place: Place) -> UInt64 { UInt64.max - UInt64(place.rawValue) }

  /// Puts a bar up that is a fraction of the width long, or takes it away with `nil`; `thickness`
  /// is in device pixels at 96 dots an inch.
  mutating func setBar(
    _ place: Place, _ fraction: Double?, width: Int, thickness: Double = 3
  ) -> [Work] {
    var slot = slots[place] ?? Slot()
    defer { slots[place] = slot }
    var work: [Work] = slot.shown.map { [.remove(id: $0.id)] } ?? []
    slot.shown = nil
    guard let fraction else { return work }
    let bar = ProgressBar.bitmap(
      width: width, fraction: fraction, thickness: thickness, scale: interfaceScale)
    guard let bitmap = OverlayBitmap(size: bar.size, pixels: bar.pixels) else { return work }
    lastID += 1
    slot.shown = Shown(id: lastID, size: bar.size)
    work.append(.show(id: lastID, bitmap))
    return work
  }

  /// Takes a bitmap that the text thread has drawn; one that nobody wants any more is dropped.
  mutating func receive(id: UInt64, bitmap: TextBitmap?) -> [Work] {
    let drawn = Place.allCases.first {
      Self.drawingID(of: $0) == id && slots[$0]?.drawing != nil
    }
    guard let place = drawn ?? slots.first(where: { $0.value.pending == id })?.key else {
      return []
    }
    var id = id
    if drawn != nil {
      // The bitmap before it is shown until a frame names this one.
      lastID += 1
      id = lastID
    }
    var work: [Work] = []
    if let old = slots[place]?.shown { work.append(.remove(id: old.id)) }
    slots[place]?.pending = nil
    slots[place]?.shown = nil
    if let bitmap, let overlay = OverlayBitmap(size: bitmap.size, pixels: bitmap.pixels) {
      slots[place]?.shown = Shown(id: id, size: bitmap.size)
      work.append(.show(id: id, overlay))
    }
    return work
  }

  /// Has every text that stands drawn again: the renderer has lost all bitmaps.
  mutating func lost() -> [Work] {
    var work: [Work] = []
    for (place, slot) in slots {
      slots[place]?.shown = nil
      if let drawing = slot.drawing {
        slots[place]?.drawing = nil
        work += set(place, drawing: drawing)
      }
      guard let content = slot.content else { continue }
      slots[place]?.content = nil
      work += set(place, content, on: lastSurface, until: slot.expiry)
    }
    return work
  }

  /// Takes away what has had its time.
  mutating func expire(at now: Double) -> [Work] {
    var work: [Work] = []
    for (place, slot) in slots {
      if let expiry = slot.expiry, expiry <= now {
        work += set(place, nil, on: .zero)
      }
    }
    return work
  }

  /// Where each text stands on a surface, the lowest first.
  func overlays(on surface: PixelSize) -> [Overlay] {
    return Place.allCases.compactMap { place in
      guard let shown = slots[place]?.shown else { return nil }
      let size = shown.size
      let x: Int
      let y: Int
      switch place {
      case .tiles, .split, .panel:
        guard let position = slots[place]?.drawing?.position else { return nil }
        x = position.minX
        y = position.minY
      case .message, .help:
        x = (surface.width - size.width) / 2
        y = (surface.height - size.height) / 2
      case .caption:
        x = margin
        y = surface.height - size.height - margin
      case .seek:
        x = 0
        y = surface.height - size.height
      case .progress:
        x = 0
        y = 0
      }
      let position = PixelRect(minX: x, minY: y, maxX: x + size.width, maxY: y + size.height)
      return Overlay(position: position, bitmap: shown.id)
    }
  }
}
