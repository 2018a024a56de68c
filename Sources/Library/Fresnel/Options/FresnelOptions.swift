import Viewing

/// The options of a view, set before it is created.
public struct FresnelOptions {
  /// The name of the X display, such as `:0`; `nil` is the one in `DISPLAY`.
  public var display: String?
  /// The view's behaviour and appearance.
  public var settings = TiledViewSettings()
  /// Receives the view's log messages; `nil` discards them.
  public var log: ViewLogHandler?
  /// A folder with filter files, in addition to the built-in filters; `nil` for none.
  public var filterFolder: String?
  /// True if + − 0 1 and the arrow keys move the view, unless the delegate handles them.
  public var usesStandardKeys = true
  /// True if a view in a host's window takes the keyboard focus when clicked.
  public var takesFocusOnClick = true
  /// True if OpenGL ES is tried; otherwise rendering is in software, without filters.
  public var usesGL = true

  /// Creates the default options.
  public init() {}
}
