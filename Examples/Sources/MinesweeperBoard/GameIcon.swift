import Fresnel
import FresnelDrawing

/// The game's icon, drawn like its cells.
public enum GameIcon {
  /// Returns the pixels of a square icon: an open number, a flag, a mine and a key.
  public static func pixels(size: Int) -> DrawnPixels? {
    let scale = Double(size) / 160
    var groups = [PathGroup(ground, transform: .scale(scale))]
    let cells: [(CellCode, Double, Double)] = [
      (CellCode(byte: 1), 0, 0), (.flagged, 1, 0), (.mine, 0, 1), (CellCode(byte: 3), 1, 1),
    ]
    for (code, column, row) in cells {
      groups.append(
        PathGroup(
          CellDrawings.drawing(of: code),
          transform: AffineTransform.translation(x: 16 + column * 64, y: 16 + row * 64)
            .followed(by: .scale(scale))))
    }
    return DrawnPixels(groups, size: PixelSize(width: size, height: size))
  }

  private static let ground = Drawing([
    Shapes.rounded(
      Shapes.rect(3, 3, 157, 157), 22, Shapes.falling(3, 157, [Palette.frameLight, Palette.frame])),
    Shapes.rounded(Shapes.rect(13, 13, 147, 147), 6, .color(Palette.ground)),
  ])
}
