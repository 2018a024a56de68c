import DecoderProtocol
import Platform
import TilePlaces

/// Why a picture's file can't be shown, found before any decoder has seen it.
package enum PictureFileError: Error, Hashable, Sendable {
  /// There is nothing of that name.
  case missing
  /// A link to something that isn't there.
  case danglingLink
  /// A link that leads back to itself.
  case linkLoop
  /// It may not be read.
  case notAllowed
  /// It has no bytes.
  case empty
  /// Its first bytes are no picture's.
  case unknownFormat(LooksLike)
  /// It is a folder.
  case folder
  /// A folder in which nothing is a picture.
  case noPictures
  /// A device, such as `/dev/zero`.
  case device
  /// A socket.
  case socket
  /// The standard input is a terminal: nobody pipes a picture in.
  case terminal
  /// A pipe that was found in a folder: reading it could wait without end, and takes from others.
  case pipe
  /// Its path is longer than the system takes.
  case nameTooLong
  /// This process has as many files open as it may.
  case tooManyOpenFiles
  /// What came through a pipe is larger than what may be kept of it, in bytes.
  case tooMuchPiped(limit: Int)
  /// There is no folder in which to keep what comes through a pipe.
  case nowhereToSpool(Errno)
  /// It describes tiles in a folder of that name beside it, which is not there.
  case noTiles([UInt8])
  /// It describes tiles that lie beside it, and came from nowhere.
  case tilesFromNowhere
  /// It is what a server says of tiles, and does not say where the server is.
  case tilesOfServer
  /// It names other pictures, in place of which they come; where it came from itself.
  case manifest([CanvasDescription], from: FetchOrigin)
  /// It is the address of a file that is not here, or of none.
  case notAddressed(FileAddress.Problem)
  /// A template names tiles, of which the first is not there.
  case noTile(String)
  /// A template names tiles that can't be shown.
  case notPlaced(TilePlacesError)
  /// A file on the disk names it, and it lies at a host that the user has not allowed.
  case needsNetwork(host: String)
  /// It could not be fetched over the network, for the reason in the sentence.
  case notFetched(String)
  /// Anything else that the system says.
  case system(Errno)

  /// What an unknown file seems to be.
  package enum LooksLike: Hashable, Sendable {
    /// A web page, such as a server's error saved under a picture's name.
    case webPage
    /// Text.
    case text
    /// A format that is known by its name, and that no decoder of this version reads.
    case unread(String)
    /// A film, in a container of that name.
    case video(String)
    /// Nothing in particular.
    case unknown
  }

  /// What is wrong, to follow “NAME: ”.
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
    case .terminal: "the standard input is a terminal; pipe a picture into it"
    case .pipe: "it is a pipe, not a file"
    case .nameTooLong: "its name is too long"
    case .tooManyOpenFiles: "too many files are open already"
    case .tooMuchPiped(let limit):
      "more than \(limit >> 20) MiB came through the pipe, which is all that can be kept"
    case .nowhereToSpool(let error):
      "there is no folder to keep what comes through the pipe: \(error.message)"
    case .noTiles(let folder):
      "it describes tiles in the folder \(escapedForDisplay(folder)), which is not there"
    case .tilesFromNowhere:
      "it describes tiles that lie beside it: open it by its name"
    case .tilesOfServer:
      "a server has the tiles that it describes: open it by its address"
    case .noTile(let path): "there is no tile \(escapedForDisplay(path.utf8))"
    case .notPlaced(let error): error.sentence
    case .needsNetwork(let host):
      "a file on this disk names it, and nothing is fetched from \(escapedForDisplay(host.utf8)) "
        + "unless you allow it"
    case .notAddressed(let problem): problem.sentence
    case .notFetched(let sentence): sentence
    case .manifest: "it names several pictures, and is none itself"
    case .system(let error): error.message
    }
  }
}
