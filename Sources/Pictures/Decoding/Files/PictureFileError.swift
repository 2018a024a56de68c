import DecoderProtocol
import Platform
import TilePlaces

/// Why a picture's file can't be shown, before a decoder has seen it.
package enum PictureFileError: Error, Hashable, Sendable {
  /// There is nothing with that name.
  case missing
  /// A broken symbolic link.
  case danglingLink
  /// A symbolic link loop.
  case linkLoop
  /// Permission denied.
  case notAllowed
  /// The file is empty.
  case empty
  /// The format is unknown.
  case unknownFormat(LooksLike)
  /// The path is a folder.
  case folder
  /// A folder without pictures.
  case noPictures
  /// A device, such as `/dev/zero`.
  case device
  /// A socket.
  case socket
  /// Standard input is a terminal, not a pipe.
  case terminal
  /// A pipe that was found in a folder: reading it could block forever, and take data from others.
  case pipe
  /// The path is too long for the system.
  case nameTooLong
  /// This process has too many open files.
  case tooManyOpenFiles
  /// The data from a pipe exceeds the limit in bytes.
  case tooMuchPiped(limit: Int)
  /// There is no folder to store data from a pipe.
  case nowhereToSpool(Errno)
  /// The file describes tiles in a folder beside it that does not exist.
  case noTiles([UInt8])
  /// The file describes tiles beside it, but came from a pipe.
  case tilesFromNowhere
  /// The file is a server's description of tiles, without the server's address.
  case tilesOfServer
  /// The file lists other pictures, which replace it; with its own origin.
  case manifest([CanvasDescription], from: FetchOrigin)
  /// The name is a URL of a file on another computer, or an invalid one.
  case notAddressed(FileAddress.Problem)
  /// A template's first tile does not exist.
  case noTile(String)
  /// A template's tiles can't be shown.
  case notPlaced(TilePlacesError)
  /// A local file names it, and it is on a host that the user has not allowed.
  case needsNetwork(host: String)
  /// The file could not be fetched, for the reason in the sentence.
  case notFetched(String)
  /// Any other system error.
  case system(Errno)

  /// The apparent kind of an unknown file.
  package enum LooksLike: Hashable, Sendable {
    /// A web page, such as a server's error saved under a picture's name.
    case webPage
    /// Plain text.
    case text
    /// A recognised format that no decoder of this version reads.
    case unread(String)
    /// A video, with its container's name.
    case video(String)
    /// Nothing in particular.
    case unknown
  }

  /// The error as a clause to follow “NAME: ”.
  package var sentence: String {
    switch self {
    case .missing: "there is no such file"
    case .danglingLink: "it is a link to a file that does not exist"
    case .linkLoop: "it is a link that leads back to itself"
    case .notAllowed: "you are not allowed to read it"
    case .empty: "the file is empty"
    case .unknownFormat(.webPage): "it is a web page, not a picture"
    case .unknownFormat(.text): "it is text, not a picture"
    case .unknownFormat(.unread(let name)):
      "it is in the format \(name), which Fresnel \(FresnelVersion.number) does not read"
    case .unknownFormat(.video(let name)): "it is a video (\(name)), not a picture"
    case .unknownFormat(.unknown): "it is not a picture of a format that Fresnel knows"
    case .folder: "it is a folder"
    case .noPictures: "there are no pictures in this folder"
    case .device: "it is a device, not a file"
    case .socket: "it is a socket, not a file"
    case .terminal: "standard input is a terminal; pipe a picture into it"
    case .pipe: "it is a pipe, not a file"
    case .nameTooLong: "its name is too long"
    case .tooManyOpenFiles: "too many files are open already"
    case .tooMuchPiped(let limit):
      "the pipe sent more than \(limit >> 20) MiB, which is the limit"
    case .nowhereToSpool(let error):
      "there is no folder to store the piped picture in: \(error.message)"
    case .noTiles(let folder):
      "its tiles should be in the folder \(escapedForDisplay(folder)), which does not exist"
    case .tilesFromNowhere:
      "its tiles are beside the file; open the file by its name"
    case .tilesOfServer:
      "its tiles are on a server; open it by its address"
    case .noTile(let path): "there is no tile \(escapedForDisplay(path.utf8))"
    case .notPlaced(let error): error.sentence
    case .needsNetwork(let host):
      "a file on this disk names it, and Fresnel fetches from \(escapedForDisplay(host.utf8)) only "
        + "if you allow it"
    case .notAddressed(let problem): problem.sentence
    case .notFetched(let sentence): sentence
    case .manifest: "it is a list of pictures, not a picture"
    case .system(let error): error.message
    }
  }
}
