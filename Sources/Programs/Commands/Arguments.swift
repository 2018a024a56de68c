import ArgumentParser
import Preferences
import Viewer
import Windowing

extension ZoomArgument: ExpressibleByArgument {
  /// The default, as the help shows it.
  public var defaultValueDescription: String { "fit" }
}

extension WindowGeometry: ExpressibleByArgument {
  /// Parses `WxH+X+Y`, the format of X programs.
  public init?(argument: String) { self.init(argument) }
}

extension Preferences.NextView: ExpressibleByArgument {}
extension Preferences.BarMode: ExpressibleByArgument {}
