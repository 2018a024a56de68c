import Geometry
import Markers
import Text

/// The sprites of clusters, each with its number of markers, stored in the atlas.
struct ClusterLabels {
  private var sprites: [String: SpriteID?] = [:]
  private var pending: [UInt64: String] = [:]
  private var lastID: UInt64 = 0
  private var clustering: MarkerClustering?

  /// Returns the label for a count: at most four characters.
  static func text(_ count: Int) -> String {
    switch count {
    case ..<10_000: "\(count)"
    case ..<1_000_000: "\(count / 1000)k"
    default: "\(min(999, count / 1_000_000))M"
    }
  }

  /// Returns the sprite for a count, or the request that draws it; both are `nil` while that is
  /// pending.
  mutating func sprite(
    _ count: Int, _ clustering: MarkerClustering, in atlas: inout SpriteAtlas
  ) -> (sprite: SpriteID?, request: DrawingRequest?) {
    if self.clustering != clustering {
      removeAll(from: &atlas)
      self.clustering = clustering
    }
    let text = Self.text(count)
    if let known = sprites[text] { return (known, nil) }
    guard let size = atlas.size(of: clustering.sprite) else { return (nil, nil) }
    lastID += 1
    // Reserve the entry, so that the label is requested only once.
    sprites[text] = .some(nil)
    pending[lastID] = text
    return (nil, Self.request(text, size, clustering, id: lastID))
  }

  /// Draws a finished text over the cluster's sprite, and adds the result to the atlas.
  mutating func receive(_ answer: TextAnswer, into atlas: inout SpriteAtlas) {
    guard let text = pending.removeValue(forKey: answer.id), let clustering,
      let letters = answer.bitmap, let below = atlas.pixels(of: clustering.sprite),
      let size = atlas.size(of: clustering.sprite), letters.size == size,
      let texels = atlas.anchor(of: clustering.sprite)
    else { return }
    let pixels = Self.over(letters.pixels, below)
    if let made = atlas.add(size: size, pixels: pixels, anchor: texels) {
      sprites[text] = made
    } else {
      // The atlas is full: start again, so that only labels still in use are requested.
      removeAll(from: &atlas)
      self.clustering = clustering
    }
  }

  private mutating func removeAll(from atlas: inout SpriteAtlas) {
    for case let made? in sprites.values { atlas.remove(made) }
    sprites = [:]
    pending = [:]
  }

  private static func request(
    _ text: String, _ size: PixelSize, _ clustering: MarkerClustering, id: UInt64
  ) -> DrawingRequest {
    // Labels of four digits use a smaller size than those of one, so that they fit.
    let room = Double(size.width) * 0.86
    let letters = min(clustering.letterSize, room / (Double(text.count) * 0.62))
    let color = clustering.letterColor
    return DrawingRequest(
      id: id, size: size,
      items: [
        .text(
          DrawingText(
            text, in: Rect(PixelRect(size)), size: letters, isBold: true, alignment: .center,
            color: PaintColor(
              red: Double(color.red) / 255, green: Double(color.green) / 255,
              blue: Double(color.blue) / 255)))
      ])
  }

  /// Composites premultiplied pixels over others of the same size.
  private static func over(_ upper: [UInt8], _ lower: [UInt8]) -> [UInt8] {
    var result = lower
    for start in stride(from: 0, to: upper.count, by: 4) {
      let clear = 255 - Int(upper[start + 3])
      for index in start..<start + 4 {
        result[index] = UInt8(min(255, Int(upper[index]) + (Int(lower[index]) * clear + 127) / 255))
      }
    }
    return result
  }
}
