import ArgumentParser
import Tiles
import Viewer

/// The option of every command that applies filters.
struct FilterOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The filters to apply, such as exposure(stops=0.5),sharpen(0.7); see “fresnel filters”.",
      valueName: "chain"))
  var filter: String?

  /// Parses the filters; `nil` without the option.
  func read() throws(UserError) -> NamedFilters? {
    guard let filter else { return nil }
    return try NamedFilters(commandLine: filter)
  }
}

/// The option of every command that writes a single page or frame.
struct FrameOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The page of the file, or the frame of an animation, counted from 0.",
      valueName: "number"))
  var frame = 0

  func validate() throws {
    if frame < 0 || frame >= SourceInfo.mostFrames {
      throw ValidationError("--frame must be 0 to \(SourceInfo.mostFrames - 1).")
    }
  }
}
