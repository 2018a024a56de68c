import Viewing

/// The parts that a program has added to a view.
final class PartBook {
  private unowned let view: TiledView
  private let texts: PartTexts
  private var barPart: ScaleBarPart?
  private var navigatorPart: NavigatorPart?
  private var readoutPart: PixelReadoutPart?

  /// Creates a book without parts; `complain` gets one sentence if text can't be drawn.
  init(_ view: TiledView, complain: @escaping (String) -> Void) {
    self.view = view
    texts = PartTexts(view, complain: complain)
  }

  var scaleBar: ScaleBar? {
    get { barPart?.bar }
    set {
      if let newValue, let barPart {
        barPart.bar = newValue
      } else {
        barPart = newValue.map { ScaleBarPart($0, label: PartLabel(PartBitmap.scaleLabel, texts)) }
      }
      update()
    }
  }

  var navigator: Navigator? {
    get { navigatorPart?.navigator }
    set {
      if let newValue, let navigatorPart {
        navigatorPart.navigator = newValue
      } else {
        navigatorPart = newValue.map { NavigatorPart($0, view) }
      }
      update()
    }
  }

  var pixelReadout: PixelReadout? {
    get { readoutPart?.readout }
    set {
      if let newValue, let readoutPart {
        readoutPart.readout = newValue
      } else {
        readoutPart?.stop()
        readoutPart = newValue.map {
          PixelReadoutPart($0, view, label: PartLabel(PartBitmap.readout, texts))
        }
      }
      update()
    }
  }

  private func update() {
    let parts: [(any ViewPart)?] = [navigatorPart, barPart, readoutPart]
    let present = parts.compactMap { $0 }
    if view.parts.isEmpty, !present.isEmpty { PartBitmap.show(in: view) }
    view.parts = present.isEmpty ? [] : [texts as any ViewPart] + present
    if present.isEmpty { texts.stop() }
  }
}
