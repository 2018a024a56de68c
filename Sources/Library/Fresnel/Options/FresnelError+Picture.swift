import DecoderProtocol
import Decoding
import Platform

extension FresnelError {
  /// The error for a file that can't be opened; its sentence begins with the file's name.
  init(_ error: PictureFileError, of name: String) {
    let sentence = "\(name): \(error.sentence)"
    switch error {
    case .missing, .danglingLink, .noTiles, .noTile: self = .missing(sentence)
    case .unknownFormat, .folder, .noPictures, .manifest: self = .unknownFormat(sentence)
    case .empty, .notPlaced: self = .damaged(sentence)
    case .linkLoop, .notAllowed, .device, .socket, .terminal, .pipe, .nameTooLong,
      .tilesFromNowhere, .tilesOfServer, .notAddressed, .needsNetwork:
      self = .refused(sentence)
    case .tooMuchPiped: self = .tooLarge(sentence)
    case .notFetched: self = .notFetched(sentence)
    case .tooManyOpenFiles, .nowhereToSpool, .system: self = .system(sentence)
    }
  }

  /// The error for a picture that its decoder can't show, with the sentence of its event.
  init(_ error: DecodeError, _ sentence: String) {
    switch error {
    case .missingDecoder, .missingLibrary: self = .noDecoder(sentence)
    case .notStarted: self = .system(sentence)
    case .changed: self = .damaged(sentence)
    case .crashed, .hung, .lied, .flooded, .crowded: self = .decoderFailed(sentence)
    case .refused(let failure, _):
      switch failure.code {
      case .corrupt: self = .damaged(sentence)
      case .unsupported: self = .unknownFormat(sentence)
      case .tooLarge: self = .tooLarge(sentence)
      case .unreadable, .sandbox: self = .system(sentence)
      case .other: self = .decoderFailed(sentence)
      }
    }
  }
}
