/// A property of the window that programs can read and observe.
///
/// `Documentation/Scripts.md` lists them; a test compares it.
package enum RemoteProperty: String, CaseIterable, Hashable, Sendable {
  case file, index, count, page, pages, width, height, zoom, center, rotation, mirrored
  case frame, frames, playing, speed, exposure, filters
  case fullScreen = "full-screen"
  case settled, error
  case marked, marks
  case filterPanel = "filter-panel"
  case filtered, comparing, split, crisp
  case tileOutlines = "tile-outlines"
  case bar

  /// The property's meaning, in one sentence.
  package var summary: String {
    switch self {
    case .file:
      "The picture's absolute path; its address; or a file:// URI for a name not in UTF-8."
    case .index: "The picture's number in the list, from 1."
    case .count: "The number of pictures in the list; it grows while folders are read."
    case .page: "The page of the file, from 1."
    case .pages: "The number of pages of the file."
    case .width: "The picture's width in pixels, upright."
    case .height: "The picture's height in pixels, upright."
    case .zoom: "Device pixels per image pixel; 1 is 100 %."
    case .center: "The point of the picture in the middle of the window, as X,Y in image pixels."
    case .rotation: "The angle by which the picture is turned to the right: 0, 90, 180 or 270."
    case .mirrored: "True if left and right are swapped, before the rotation."
    case .frame: "The frame of an animation, from 1."
    case .frames: "The number of frames of an animation, once known."
    case .playing: "True while an animation plays."
    case .speed: "The speed of an animation; 1 is its own."
    case .exposure: "The exposure in stops; positive ones brighten."
    case .filters: "The filters, as for --filter."
    case .fullScreen: "True in full screen."
    case .settled: "True if the picture is complete at its size, and nothing moves."
    case .error: "Why the picture can't be shown."
    case .marked: "True if the picture's file is marked."
    case .marks: "The number of marked files."
    case .filterPanel: "True while the filter panel is open."
    case .filtered: "True if there are filters, and they are switched on."
    case .comparing: "True while the picture is shown without its filters."
    case .split: "True while the split line is shown."
    case .crisp: "True if image pixels have crisp edges beyond 100 %."
    case .tileOutlines: "True while the tiles are outlined."
    case .bar: "True while the bar of buttons is pinned."
    }
  }
}
