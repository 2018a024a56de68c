import Tiles

/// What the album's pictures ask for, each thing once, in order: each by the one who does it.
enum PictureEffect: Hashable, Sendable {
  /// Something about files, sources and the view.
  case gallery(GalleryEffect)
  /// Something about the window and its texts.
  case window(WindowEffect)
}

/// What the album's pictures ask of the gallery, which opens files and shows sources.
enum GalleryEffect: Hashable, Sendable {
  /// Open a file, and answer once with `PictureEvent.fileOpened`.
  case openFile(AlbumEntry)
  /// Open a file no more, which is fetched and that nobody waits for: it is not answered.
  case abandonFile(AlbumEntry)
  /// Look whether a source's file is still the one of its name, and answer with
  /// `PictureEvent.fileChanged` where it is not.
  case checkFile(SourceID)
  /// What files on the disk name may be fetched from this host.
  case allowHost(String)
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
  /// Show no picture.
  case showNothing
  /// The picture is no longer panned: what its fingers do is the album's.
  case endPan
  /// Draw a frame.
  case redraw
}

/// What the album's pictures ask of the window and its texts.
enum WindowEffect: Hashable, Sendable {
  /// Read the folders again; only those that have changed, unless all are meant.
  case refreshListing(isThorough: Bool)
  /// Put the window on the screen, as large as its first picture asks for.
  case mapWindow(SourceInfo)
  /// Put the window on the screen for a question, before there is any picture.
  case mapEmptyWindow
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
  /// Show a sentence in the place of a picture.
  case showFailure(AlbumEntry, sentence: String)
  /// Say why some of the picture on the screen is missing.
  case tellMissing(AlbumEntry, sentence: String)
  /// Write a line to the standard error.
  case tellStandardError(String)
  /// Nothing can be shown: the program ends.
  case finish(UserError)
}
