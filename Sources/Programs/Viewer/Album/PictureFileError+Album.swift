import Decoding

extension PictureFileError {
  /// True if an entry found in a folder is skipped because of this error.
  ///
  /// A file that may be a picture but can't be read is shown with its error.
  var meansNoPicture: Bool {
    switch self {
    case .missing, .noTile, .noTiles, .tilesFromNowhere, .tilesOfServer, .manifest, .danglingLink,
      .linkLoop, .empty, .unknownFormat, .folder, .device, .socket, .pipe:
      true
    case .notAllowed, .noPictures, .terminal, .nameTooLong, .tooManyOpenFiles, .tooMuchPiped,
      .nowhereToSpool, .needsNetwork, .notFetched, .notAddressed, .notPlaced, .system:
      false
    }
  }
}
