import Decoding
import Geometry
import Platform
import Providing
import TilePlaces
import Tiles

/// Tiles in folders.
extension ProviderSource {
  /// A picture whose tiles lie in a folder, each a picture in a file that a template names.
  ///
  /// In the template `{z}` or `{level}` is the level, 0 the smallest, one tile; each is half of the
  /// next, rounded up. `{x}` or `{column}` and `{y}` or `{row}` are the cell from the top left,
  /// `{-y}` is the row from the bottom, and `{scale}` the level's size in thousandths of the
  /// picture's: `{z}/{x}/{y}.png`, `lake_{scale}_{column}_{row}.jpg`. A tile has `edge` pixels a
  /// side, 32 to 4096; those at the right and lower edge are smaller, or filled up to whole tiles
  /// where `fillsUp` says so. A file that is not there leaves the coarser tile, and is not looked
  /// for again for a minute; nothing outside of the folder is opened. `displayProfile` is the
  /// display's ICC profile; empty means sRGB.
  ///
  /// - Throws: `FresnelError.noPicture` with a sentence.
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
      throw .noPicture(error.sentence)
    }
    let opened: FileDescriptor
    do throws(PictureFileError) {
      opened = try FileOpening.open(Array(folder.utf8))
    } catch {
      throw .noPicture("\(escapedForDisplay(folder.utf8)): \(error.sentence)")
    }
    do throws(Errno) {
      try self.init(
        id: id, places: places, in: TileFolder(opened, prefix: []),
        displayProfile: displayProfile, desk: decoders.desk)
    } catch {
      throw .system(error.description)
    }
  }
}
