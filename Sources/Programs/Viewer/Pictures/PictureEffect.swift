import Tiles
import Viewing

/// A request of the album's pictures, to be performed once and in order.
enum PictureEffect: Hashable, Sendable {
  /// A request about files, sources and the view.
  case gallery(GalleryEffect)
  /// A request about the window and its texts.
  case window(WindowEffect)
}

/// A request to the gallery, which opens files and shows sources.
enum GalleryEffect: Hashable, Sendable {
  /// Open a file, and answer once with `PictureEvent.fileOpened`; the user's reload asks for the
  /// newest version, whatever caches have.
  case openFile(AlbumEntry, isReload: Bool = false)
  /// Cancel a pending download; no answer follows.
  case abandonFile(AlbumEntry)
  /// Check that a source's file is still the one with its name, and answer with
  /// `PictureEvent.fileChanged` if it is not.
  case checkFile(SourceID)
  /// Allow local files to cause downloads from this host.
  case allowHost(String)
  case openSource(PictureRequest)
  /// Change the role of a picture; one that is leaving keeps its view.
  ///
  /// A pending one gets its role again when its first view becomes known or changes.
  case setRole(SourceID, SourceRole)
  /// Close a source and drop its tiles; no more effects follow for it.
  case closeSource(SourceID)
  /// Show a picture; the first one starts with the view that the user requested.
  case show(SourceID, isFirst: Bool)
  /// Show no picture.
  case showNothing
  /// End the pan of the picture: the fingers now move the album.
  case endPan
  /// Draw a frame.
  case redraw
}

/// A request to the window and its texts.
enum WindowEffect: Hashable, Sendable {
  /// Read the folders again: all if `isThorough`, otherwise those that have changed.
  case refreshListing(isThorough: Bool)
  /// Map the window, in the size for its first picture.
  case mapWindow(SourceInfo)
  /// Map the window for a question or a long wait, before there is any picture.
  case mapEmptyWindow
  /// Tell the user that the picture has not arrived yet, until it is there.
  case showWaiting
  /// Update the title, which may have changed.
  case updateTitle
  /// Update the progress, which may be that of another picture.
  case updateProgress
  /// Show a message over the picture for some seconds.
  case showMessage(title: String, sentence: String)
  /// Show a sentence in a corner for some seconds.
  case showNote(String)
  /// Hide the message over, or in place of, the picture.
  case hideMessage
  /// In full screen, where no title is visible, show name and zoom for a moment.
  case showCaption
  /// Show an error in place of a picture.
  case showFailure(AlbumEntry, sentence: String)
  /// Report why part of the shown picture is missing.
  case reportMissing(AlbumEntry, sentence: String)
  /// Write a line to standard error.
  case printToStandardError(String)
  /// End the program, because nothing can be shown.
  case finish(UserError)
}
