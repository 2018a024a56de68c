import Geometry
import Markers
import Platform
import Rendering
import Text

/// Holds and draws a view's markers: the sprites of a frame, the labels of clusters, the callout.
///
/// Texts are drawn on a thread that starts with the first one.
package final class MarkerOverlay {
  /// The markers, at points of the picture.
  package var set = MarkerSet()
  /// The callout of one of the markers.
  package var callout: MarkerCallout?
  /// The libraries that draw text; read when the first text is drawn.
  var libraries = TextLibraries.Names()

  /// The IDs of the view's own bitmaps; overlays of programs use smaller ones.
  enum BitmapID {
    static let atlas = UInt64.max
    static let body = UInt64.max - 1
    static let tailDown = UInt64.max - 2
    static let tailUp = UInt64.max - 3
  }

  /// The markers in a frame.
  struct Shown {
    var sprites: SpriteBatch?
    var callout: [Overlay] = []
  }

  private struct Placed {
    var revision: UInt64
    var atlas: UInt64
    var view: Viewport
    var markers: [PlacedMarker]
  }

  private struct CalloutText: Hashable {
    var callout: MarkerCallout
    var width: Int
    var scale: Double
  }

  private let renderer: any FrameRenderer
  private lazy var answers = try? Mailbox<TextEvent>()
  private var texts: TextRenderer?
  private var complaint: String?
  private var labels = ClusterLabels()
  /// The sprites of markers whose texts are being drawn, by request.
  private var spriteTexts: [UInt64: SpriteID] = [:]
  private var lastSpriteText = MarkerOverlay.firstCallout / 2
  private var placed: Placed?
  private var shownAtlas: UInt64?
  private var calloutText: CalloutText?
  private var calloutSize: PixelSize?
  private var calloutID = MarkerOverlay.firstCallout
  private var bodyBitmap: OverlayBitmap?
  private var tailSize: PixelSize?

  /// The first ID of requests for callouts; IDs for clusters stay below half of it.
  private static let firstCallout = UInt64.max / 2

  private enum TextEvent: Sendable {
    case answer(TextAnswer)
    case complaint(String)
  }

  init(_ renderer: any FrameRenderer) { self.renderer = renderer }

  /// Returns the topmost marker or cluster at a point of a view, in device pixels.
  ///
  /// With `alpha`, from 0 to 255, a hit requires a pixel of the sprite that is more opaque.
  func hit(_ device: Point, in view: Viewport, alpha: UInt8?) -> MarkerHit? {
    guard !set.isEmpty else { return nil }
    let placed = drawnMarkers(&set, in: view)
    return set.hit(device, among: placed, in: view, alpha: alpha)
  }

  /// Returns the markers and the callout for a frame of a view, and uploads their bitmaps to the
  /// renderer; empty if there are no markers.
  func shown(in view: Viewport, scale: Double) -> Shown {
    set.isEmpty ? Shown() : shown(&set, in: view, scale: scale)
  }

  /// Returns the markers that are drawn in a view, bottom first.
  private func drawnMarkers(_ set: inout MarkerSet, in view: Viewport) -> [PlacedMarker] {
    if let placed, placed.revision == set.revision, placed.atlas == set.atlas.revision,
      placed.view == view
    {
      return placed.markers
    }
    let markers = set.placed(in: view)
    placed = Placed(
      revision: set.revision, atlas: set.atlas.revision, view: view, markers: markers)
    return markers
  }

  private func shown(_ set: inout MarkerSet, in view: Viewport, scale: Double) -> Shown {
    var shown = Shown()
    let sprites = drawnMarkers(&set, in: view).compactMap { sprite(of: $0, &set) }
    if !sprites.isEmpty { shown.sprites = SpriteBatch(bitmap: BitmapID.atlas, sprites: sprites) }
    showAtlas(set.atlas)
    shown.callout = overlays(of: callout, set, in: view, scale: scale)
    return shown
  }

  private func sprite(
    of item: PlacedMarker, _ set: inout MarkerSet
  ) -> SpriteBatch.Sprite? {
    var name = item.sprite
    if case .cluster(_, let count) = item.content, let clustering = set.clustering {
      let (made, request) = labels.sprite(count, clustering, in: &set.atlas)
      if let request { try? painter?.request(request) }
      name = made ?? name
    }
    guard let texels = set.texels(of: name) else { return nil }
    return SpriteBatch.Sprite(
      point: item.point, texels: texels.area, anchorX: texels.anchorX, anchorY: texels.anchorY)
  }

  private func showAtlas(_ atlas: SpriteAtlas) {
    guard shownAtlas != atlas.revision,
      let bitmap = OverlayBitmap(size: atlas.size, pixels: atlas.pixels)
    else { return }
    renderer.setOverlay(BitmapID.atlas, bitmap: bitmap)
    shownAtlas = atlas.revision
  }

  /// The text renderer; `nil` if its thread can't be created: markers are then drawn without text.
  private var painter: TextRenderer? {
    if texts == nil, let answers {
      texts = try? TextRenderer(
        names: libraries, complain: { answers.post(.complaint($0)) },
        deliver: { answers.post(.answer($0)) })
    }
    return texts
  }

  // MARK: Texts as markers

  /// Adds a text in a panel to the atlas, anchored at its centre.
  ///
  /// It is transparent until a thread has drawn it; `nil` if there is no room.
  func add(_ text: String, scale: Double) -> SpriteID? {
    let size = PixelSize(width: 1, height: 1)
    let sprite = set.atlas.add(size: size, pixels: [0, 0, 0, 0], anchor: .zero)
    guard let sprite else { return nil }
    lastSpriteText += 1
    spriteTexts[lastSpriteText] = sprite
    try? painter?.request(
      TextRequest(
        id: lastSpriteText, blocks: [.body(text)],
        maximumWidth: min(SpriteAtlas.width, Int((320 * scale).rounded())),
        maximumHeight: SpriteAtlas.mostRows / 4, scale: scale))
    return sprite
  }

  /// Removes a bitmap from the atlas, even if its text is still being drawn.
  package func remove(_ sprite: SpriteID) {
    for (id, other) in spriteTexts where other == sprite { spriteTexts[id] = nil }
    set.atlas.remove(sprite)
  }

  private func receive(_ answer: TextAnswer, for sprite: SpriteID, into atlas: inout SpriteAtlas) {
    guard let drawn = answer.bitmap else { return }
    atlas.replace(
      sprite, size: drawn.size, pixels: drawn.pixels,
      anchor: Point(x: Double(drawn.size.width) / 2, y: Double(drawn.size.height) / 2))
  }

  // MARK: The callout

  private func overlays(
    of callout: MarkerCallout?, _ set: MarkerSet, in view: Viewport, scale: Double
  ) -> [Overlay] {
    guard let callout, let marker = set[callout.marker], let sprite = set.sprite(of: marker.id),
      let box = set.box(of: sprite, at: marker.position, in: view)
    else { return [] }
    request(callout, on: view.surface, scale: scale)
    guard let calloutSize else { return [] }
    let tail = PixelSize(
      width: max(3, Int((18 * scale).rounded())), height: max(2, Int((9 * scale).rounded())))
    showTails(tail)
    guard
      let place = CalloutPlacing(
        for: box, body: calloutSize, tail: tail, corner: Int((7 * scale).rounded()),
        on: view.surface)
    else { return [] }
    return [
      Overlay(
        position: place.tail, bitmap: place.isBelow ? BitmapID.tailUp : BitmapID.tailDown),
      Overlay(position: place.body, bitmap: BitmapID.body),
    ]
  }

  private func request(_ callout: MarkerCallout, on surface: PixelSize, scale: Double) {
    let width = max(32, min(surface.width, Int((callout.maximumWidth * scale).rounded())))
    let text = CalloutText(callout: callout, width: width, scale: scale)
    guard text != calloutText else { return }
    // The same words for another marker need no new bitmap.
    if let old = calloutText, old.callout.title == callout.title,
      old.callout.text == callout.text, old.width == width, old.scale == scale
    {
      calloutText = text
      return
    }
    calloutText = text
    calloutSize = nil
    calloutID += 1
    var blocks: [TextBlock] = []
    if !callout.title.isEmpty { blocks.append(.title(callout.title)) }
    if !callout.text.isEmpty { blocks.append(.body(callout.text)) }
    let request = TextRequest(
      id: calloutID, blocks: blocks, maximumWidth: width, maximumHeight: max(32, surface.height),
      scale: scale)
    try? painter?.request(request)
  }

  private func showTails(_ size: PixelSize) {
    guard size != tailSize else { return }
    tailSize = size
    renderer.setOverlay(
      BitmapID.tailDown, bitmap: CalloutTail.bitmap(size, pointsUp: false))
    renderer.setOverlay(BitmapID.tailUp, bitmap: CalloutTail.bitmap(size, pointsUp: true))
  }

  // MARK: Events

  func addDescriptors(to pollSet: inout PollSet) {
    if texts != nil, let answers { pollSet.add(answers.descriptor) }
  }

  /// Handles finished texts; returns true if the frame may have changed.
  func takeTexts() -> Bool {
    guard texts != nil, let waiting = answers?.takeAll(), !waiting.isEmpty else { return false }
    for event in waiting {
      guard case .answer(let answer) = event else {
        if case .complaint(let sentence) = event { complaint = sentence }
        continue
      }
      if let sprite = spriteTexts.removeValue(forKey: answer.id) {
        receive(answer, for: sprite, into: &set.atlas)
        continue
      }
      guard answer.id > Self.firstCallout else {
        labels.receive(answer, into: &set.atlas)
        continue
      }
      guard answer.id == calloutID, let drawn = answer.bitmap,
        let bitmap = OverlayBitmap(size: drawn.size, pixels: drawn.pixels)
      else { continue }
      bodyBitmap = bitmap
      calloutSize = bitmap.size
      renderer.setOverlay(BitmapID.body, bitmap: bitmap)
    }
    return true
  }

  /// Returns once why no text can be drawn.
  func takeComplaint() -> String? { complaint.take() }

  /// Uploads all bitmaps again after the renderer has lost them.
  func lost() {
    shownAtlas = nil
    tailSize = nil
    if let bodyBitmap { renderer.setOverlay(BitmapID.body, bitmap: bodyBitmap) }
  }

  /// Stops the thread that draws texts.
  func stop() { texts?.stop() }
}
