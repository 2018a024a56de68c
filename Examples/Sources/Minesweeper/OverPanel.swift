import Fresnel
import FresnelDrawing
import MinesweeperBoard

/// The overlays that stay in place while the field moves: the bar, and a card.
struct OverPanel {
  private unowned let view: FresnelView
  private var shown: BarState?
  private var shownWidth = 0
  private(set) var card: Card?
  private var isCardNew = false
  private var cardSize = PixelSize(width: 0, height: 0)

  private static let bar: UInt64 = 1
  private static let cardNumber: UInt64 = 2

  init(_ view: FresnelView) { self.view = view }

  /// Shows a card instead of the present one; `nil` hides it.
  mutating func show(_ card: Card?) {
    guard card != self.card else { return }
    self.card = card
    isCardNew = true
  }

  /// Shows a card, or hides it if it is shown.
  mutating func toggle(_ card: Card) { show(self.card?.title == card.title ? nil : card) }

  /// Marks everything for a new upload.
  mutating func provideAgain() {
    shown = nil
    isCardNew = true
  }

  /// The card's rectangle: below the bar, centred.
  var cardPlace: PixelRect? {
    guard card != nil, !cardSize.isEmpty else { return nil }
    let left = max(0, (view.surface.width - cardSize.width) / 2)
    let top = BarLayout.height + 10
    return PixelRect(
      minX: left, minY: top, maxX: left + cardSize.width, maxY: top + cardSize.height)
  }

  /// Redraws what has changed, and places the overlays.
  mutating func update(_ state: BarState) {
    let width = max(view.surface.width, BarLayout.leastWidth)
    if state != shown || width != shownWidth {
      shown = state
      shownWidth = width
      set(Self.bar, BarDrawing(state, BarLayout(width: width)).pixels)
    }
    if isCardNew {
      isCardNew = false
      let pixels = card?.pixels
      cardSize = pixels?.size ?? PixelSize(width: 0, height: 0)
      set(Self.cardNumber, pixels)
    }
    var overlays = [
      Overlay(
        position: PixelRect(minX: 0, minY: 0, maxX: width, maxY: BarLayout.height),
        bitmap: Self.bar)
    ]
    if let cardPlace { overlays.append(Overlay(position: cardPlace, bitmap: Self.cardNumber)) }
    if overlays != view.overlays {
      view.overlays = overlays
      view.setNeedsRedraw()
    }
  }

  private func set(_ number: UInt64, _ pixels: DrawnPixels?) {
    view.setOverlay(
      number, bitmap: pixels.flatMap { OverlayBitmap(size: $0.size, pixels: $0.bytes) })
  }
}
