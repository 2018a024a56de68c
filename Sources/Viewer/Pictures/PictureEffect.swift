import Tiles

/// What the album's pictures ask for, each thing once, in order.
enum PictureEffect: Hashable, Sendable {
  /// Open a file, and answer once with `PictureEvent.fileOpened`.
  case openFile(AlbumEntry)
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
