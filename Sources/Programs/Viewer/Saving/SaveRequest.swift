import DecoderProtocol
import Decoding
import Filters
import Geometry
import Platform
import Rendering

/// A request to write a picture as displayed, whole or in part.
struct SaveRequest: Sendable {
  /// The picture's name in error messages.
  var name: String
  var file: OpenedPicture
  /// The filters to apply.
  var filters: FilterChain
  /// The part to write.
  var extent: Extent
  /// The possible names of the new file.
  var destination: UniqueFileName
  /// The page or frame of the file.
  var frame = 0
  /// How the picture is read.
  var choices = PictureChoices()
  /// The exposure and the tone mapping.
  var toning = ToneSettings()

  /// The part of a picture to write.
  enum Extent: Hashable, Sendable {
    /// All of it at 100 %, in its displayed orientation.
    case whole(Orientation)
    /// The visible part.
    case view(RenderView)
    /// All of it in its displayed orientation, at 100 % or with at most so many pixels.
    case scaled(Orientation, mostPixels: Int)
    /// The middle in its displayed orientation, scaled until it fills a surface.
    case filling(Orientation, PixelSize)

    /// The end of the new file's name.
    var ending: String {
      switch self {
      case .whole: "filtered"
      case .view: "view"
      case .scaled, .filling: "copy"
      }
    }
  }

  /// Writes the picture on the calling thread, and returns the file's path.
  @discardableResult
  func write(
    to destination: PNGFile.Destination, cancellation: Cancellation? = nil,
    report: @escaping (Double) -> Void = { _ in }
  ) throws(UserError) -> [UInt8] {
    let job = try makeJob(cancellation: cancellation, report: report)
    return try job.write({ view(of: $0.size) }, to: destination)
  }

  /// Creates the job that draws the picture.
  func makeJob(
    cancellation: Cancellation? = nil, report: @escaping (Double) -> Void = { _ in }
  ) throws(UserError) -> RenderJob {
    let filters: FilterChain
    do throws(FilterError) {
      // The window's soft proofs are for its monitor; files are written as sRGB.
      filters = try self.filters.proofed(for: [])
    } catch {
      throw UserError(sentence: "\(error)")
    }
    return RenderJob(
      name: name, file: file, frame: frame, filters: filters, choices: choices,
      cancellation: cancellation, report: report)
  }

  func view(of picture: PixelSize) -> RenderView {
    var view: RenderView
    switch extent {
    case .whole(let orientation): view = .whole(picture, orientation: orientation)
    case .view(let part): view = part
    case .scaled(let orientation, let pixels):
      view = .whole(picture, orientation: orientation, mostPixels: pixels)
    case .filling(let orientation, let surface):
      view = .filling(surface, with: picture, orientation: orientation)
    }
    view.toning = toning
    return view
  }
}

extension SaveRequest {
  /// Creates a request for a picture of the album; the new file goes beside it, or into the working
  /// folder for piped input.
  init(
    _ extent: Extent, of entry: AlbumEntry, file: OpenedPicture, filters: FilterChain,
    frame: Int = 0, choices: PictureChoices = PictureChoices(),
    toning: ToneSettings = ToneSettings()
  ) {
    self.init(
      name: entry.displayName, file: file, filters: filters, extent: extent,
      destination: UniqueFileName(
        beside: entry.isFile ? entry.path : nil, ending: extent.ending),
      frame: frame, choices: choices, toning: toning)
  }
}

enum SaveEvent: Sendable {
  /// The fraction written of the current file, from 0 to 1.
  case progress(Double)
  /// A request is done: the path of its file, or the error.
  case finished(Result<[UInt8], UserError>)
  /// The target of a drag has named the file for a picture; the answer is true once it is written.
  case named(SaveRequest, path: [UInt8], answer: @Sendable (Bool) -> Void)
}

/// A request to the window's owner.
enum SavingEffect: Hashable, Sendable {
  /// Show a note, for some seconds or until another replaces it.
  case showNote(String, seconds: Double?)
  /// Write a line to standard error.
  case printToStandardError(String)
  case updateProgress
}
