import Geometry

/// EXIF's eight orientations by hand (Exif 2.32, 4.6.4), so that no expectation rests on
/// `Orientation`.
public enum EXIFPlace {
  /// Returns where a stored pixel of a picture of `size` is seen.
  public static func pixel(
    _ x: Int, _ y: Int, of size: PixelSize, _ number: Int
  ) -> (x: Int, y: Int) {
    let (right, below) = (size.width - 1 - x, size.height - 1 - y)
    return switch number {
    case 2: (right, y)
    case 3: (right, below)
    case 4: (x, below)
    case 5: (y, x)
    case 6: (below, x)
    case 7: (below, right)
    case 8: (y, right)
    default: (x, y)
    }
  }

  /// Returns the size of a picture of `size` as it is seen.
  public static func size(_ size: PixelSize, _ number: Int) -> PixelSize {
    number > 4 ? PixelSize(width: size.height, height: size.width) : size
  }
}
