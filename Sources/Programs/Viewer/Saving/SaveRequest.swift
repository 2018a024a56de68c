import DecoderProtocol
import Decoding
import Filters
import Geometry
import Rendering

/// A picture to be written as it is seen, whole or in part.
struct SaveRequest: Sendable {
  /// What errors call the picture.
  var name: String
  /// The open file.
  var file: OpenedPicture
  /// What is done to its colours.
  var filters: FilterChain
  /// How much of it is written.
  var extent: Extent
  /// What the new file may be called.
  var destination: FreeName
  /// Which of the file's pages, or of its frames, is written.
  var frame = 0
  /// What is written of cameras' raw pictures.
  var choices = PictureChoices()
  /// How it is exposed, and how what is brighter than white is written.
  var toning = Toning()

  /// How much of a picture is written.
  enum Extent: Hashable, Sendable {
    /// All of it at 100 %, turned and mirrored as it is shown.
    case whole(Orientation)
    /// What a view shows of it.
    case view(RenderView)

    /// What the new file's name ends with.
    var ending: String {
      switch self {
      case .whole: "filtered"
      case .view: "view"
      }
    }
  }

  /// The view of a picture of a size.
  func view(of picture: PixelSize) -> RenderView {
    var view: RenderView
    switch extent {
    case .whole(let orientation): view = .whole(picture, orientation: orientation)
    case .view(let part): view = part
    }
    view.toning = toning
    return view
  }
}

extension SaveRequest {
  /// Writes a picture of the album beside its file, or into the working folder what was piped in.
  init(
    _ extent: Extent, of entry: AlbumEntry, file: OpenedPicture, filters: FilterChain,
    frame: Int = 0, choices: PictureChoices = PictureChoices(), toning: Toning = Toning()
  ) {
    self.init(
      name: entry.displayName, file: file, filters: filters, extent: extent,
      destination: FreeName(
        beside: entry.isFile ? entry.path : nil, ending: extent.ending),
      frame: frame, choices: choices, toning: toning)
  }
}

/// What the saving thread tells.
enum SaveEvent: Sendable {
  /// How far the file is that is being written, from 0 to 1.
  case progress(Double)
  /// A request is done: the path of its file, or why there is none.
  case finished(Result<[UInt8], UserError>)
}

/// What saving asks of whoever owns the window.
enum SavingEffect: Hashable, Sendable {
  /// Show a note, for some seconds or until another takes its place.
  case showNote(String, seconds: Double?)
  /// Write a line to the standard error.
  case tellStandardError(String)
  /// The progress is another.
  case updateProgress
}
