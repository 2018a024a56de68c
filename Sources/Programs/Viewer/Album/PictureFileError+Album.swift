import Decoding

extension PictureFileError {
  /// Whether an entry that was only found in a folder is passed over because of it.
  ///
  /// What could well be a picture, but can't be read, is shown with its error.
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
