import Decoding
import Geometry
import Platform
import Providing
import TilePlaces
import Tiles

/// Tiles in folders.
extension ProviderSource {
  /// Creates the source for a picture whose tiles are files in a folder, named by a template.
  ///
  /// In the template `{z}` or `{level}` is the level: 0 is the smallest, with one tile, and each is
  /// half the size of the next, rounded up. `{x}` or `{column}` and `{y}` or `{row}` are the cell,
  /// counted from the top left; `{-y}` is the row counted from the bottom; `{scale}` is the level's
  /// scale in thousandths. Examples are `{z}/{x}/{y}.png` and `lake_{scale}_{column}_{row}.jpg`. A
  /// tile has `edge` pixels a side, 32 to 4096; tiles at the right and lower edge are smaller, or
  /// padded to full size if `fillsUp` is true. Where a file is missing, the coarser tile stays
  /// visible, and the file is not tried again for a minute. Nothing outside the folder is opened.
  /// `displayProfile` is the display's ICC profile; empty means sRGB.
  ///
  /// - Throws: `FresnelError`, with a sentence.
  public convenience init(
    id: SourceID = .next(), tilesIn folder: String, named template: String, of size: PixelSize,
    edge: Int = 256, fillsUp: Bool = false, decoders: Decoders = Decoders(),
    displayProfile: [UInt8] = []
  ) throws(FresnelError) {
    let places: TilePlaces
    do throws(TilePlacesError) {
      places = try TilePlaces(
        TileTemplate(template), size: size, edge: edge, isPadded: fillsUp)
    } catch {
      throw .notDrawn(error.sentence)
    }
    let opened: FileDescriptor
    do throws(PictureFileError) {
      opened = try FileOpening.open(Array(folder.utf8))
    } catch {
      throw FresnelError(error, of: escapedForDisplay(folder.utf8))
    }
    do throws(Errno) {
      try self.init(
        id: id, places: places, in: TileFolder(opened, prefix: []),
        displayProfile: displayProfile, pool: decoders.pool)
    } catch {
      throw .system(error.description)
    }
  }
}
