import Viewing

/// What a program decides about a view before it is made.
public struct FresnelOptions {
  /// The X display's name, such as `:0`; `nil` is the one that the environment names.
  public var display: String?
  /// How the view feels and looks.
  public var settings = TiledViewSettings()
  /// Takes the view's messages; `nil` leaves them unsaid.
  public var log: ViewLogHandler?
  /// A folder of filters in files, beside the built-in ones; `nil` looks into none.
  public var filterFolder: String?
  /// Whether + − 0 1 and the arrow keys move the view where the delegate leaves them to it.
  public var usesStandardKeys = true
  /// Whether a view in a host's window asks for the keyboard when it is clicked.
  public var takesFocusOnClick = true
  /// Whether OpenGL ES is tried; without it the processor draws, and no filters.
  public var usesGL = true

  /// What most programs want.
  public init() {}
}
