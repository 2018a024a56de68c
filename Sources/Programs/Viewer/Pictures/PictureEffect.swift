import Decoding
import Tiles
import Zooming

/// What the album's pictures are told.
enum PictureEvent: Sendable {
  /// The viewer begins.
  case began
  /// More of a folder has been listed.
  case listed(ListingEvent)
  /// Somebody goes to another place of the album at once, as keys do.
  case go(Album.Destination)
  /// The user allows what he was asked for: that a host may be asked for a picture.
  case hostAllowed
  /// Somebody goes through the pages of the file that is shown.
  case turnPages(Int)
  /// A file was opened, or could not be.
  case fileOpened(PictureOpening)
  /// The file of a source is another, or holds something else, than when it was opened.
  case fileChanged(SourceID)
  /// Some of a file has come over the network, of so much where that is known.
  case fileProgressed(AlbumEntry, fraction: Double?)
  /// A source has read its header.
  case sourceOpened(SourceID, SourceInfo)
  /// Every pixel of a picture's first view can be drawn; telling it again changes nothing.
  case sourceCovered(SourceID)
  /// A picture takes so long that its rows are shown as they come, if it is the first one.
  case rowsWorthShowing(SourceID)
  /// Some of a picture is missing, for the reason of a sentence.
  case sourceIncomplete(SourceID, String)
  /// A source can't go on, for the reason of a sentence; it keeps the tiles that it has.
  case sourceFailed(SourceID, String)
  /// The renderer has lost all tiles: no first view can be drawn until it is told again.
  case tilesLost
  /// Nothing is wanted, nothing moves, and there is room for a picture more: one is opened ahead.
  case idle
  /// A picture gives a pan away at its edge.
  case panOffered(OfferedPan)
  /// Fingers hold the album where it is.
  case slideHeld
  /// Fingers move it, in device pixels.
  case slideMoved(by: Double)
  /// Fingers let it go with a velocity, in device pixels per second.
  case slideReleased(velocity: Double)
  /// What fingers did is taken back.
  case slideCancelled
  /// Time has passed: a slide may be over.
  case tick
  /// The view has another width, in device pixels; first views have to be covered anew.
  case resized(width: Int)
  /// The viewer ends: all sources are closed.
  case ended
}

/// What the album's pictures ask for, each thing once, in order.
enum PictureEffect: Hashable, Sendable {
  /// Open a file, and answer once with `PictureEvent.fileOpened`.
  case openFile(AlbumEntry)
  /// Open a file no more, which is fetched and that nobody waits for: it is not answered.
  case abandonFile(AlbumEntry)
  /// Look whether a source's file is still the one of its name, and answer with
  /// `PictureEvent.fileChanged` where it is not.
  case checkFile(SourceID)
  /// Read the folders again; only those that have changed, unless all are meant.
  case refreshListing(isThorough: Bool)
  /// Open a source of a picture.
  case openSource(PictureRequest)
  /// A picture is there for something else from now on; what is leaving keeps the view it has.
  ///
  /// An awaited one is told its role anew when its first view has become known, or is another.
  case setRole(SourceID, PictureRole)
  /// Close a source and drop its tiles; nothing more is asked of it.
  case closeSource(SourceID)
  /// Put a picture on the screen; the first one begins with the view that the user asked for.
  case show(SourceID, isFirst: Bool)
  /// Show no picture, but a sentence in the place of this one.
  case showFailure(AlbumEntry, sentence: String)
  /// Put the window on the screen, as large as its first picture asks for.
  case mapWindow(SourceInfo)
  /// Put the window on the screen for a question, before there is any picture.
  case mapEmptyWindow
  /// What files on the disk name may be fetched from this host.
  case allowHost(String)
  /// The title may be another.
  case updateTitle
  /// The progress of another picture may have to be shown.
  case updateProgress
  /// Show a message over the picture for some seconds.
  case showMessage(title: String, sentence: String)
  /// Take the message away that stands over the picture, or in its place.
  case hideMessage
  /// In full screen, where no title is seen, show name and zoom for a moment.
  case showCaption
  /// Say why some of the picture on the screen is missing.
  case tellMissing(AlbumEntry, sentence: String)
  /// Write a line to the standard error.
  case tellStandardError(String)
  /// The picture is no longer panned: what its fingers do is the album's.
  case endPan
  /// Draw a frame.
  case redraw
  /// Nothing can be shown: the program ends.
  case finish(UserError)
}

/// A picture whose source is to be opened.
struct PictureRequest: Hashable, Sendable {
  /// What the source is to be called.
  let id: SourceID
  /// The picture's place in the album.
  let entry: AlbumEntry
  /// Which of the file's pages is meant, from 0.
  let page: Int
  /// Where its bytes are.
  let file: File
  /// What the picture is there for.
  let role: PictureRole

  /// An open file: each belongs to the sources that read it.
  enum File: Hashable, Sendable {
    /// One that was opened for this picture.
    case opened(OpenedPicture)
    /// The one that another source has open: so that a page comes from the same file even when
    /// another has taken its name.
    case sameAs(SourceID)
  }
}

/// What an open picture is there for; it decides how much its source does for it.
enum PictureRole: Hashable, Sendable, CaseIterable {
  /// It is on the screen.
  case shown
  /// It was asked for, and takes the screen once its first view can be drawn.
  case awaited
  /// It is beside the one that is asked for, opened ahead: its whole view is all it needs.
  case near
  /// It slides out: it keeps what it shows, and asks for nothing more.
  case leaving
}
