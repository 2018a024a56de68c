/// The name of a command, as written in `config.toml`, the palette and `fresnel commands`.
package enum CommandName: String, CaseIterable, Hashable, Sendable {
  // The file
  case open
  case openPath = "open-path"
  case copy
  case copyPicture = "copy-picture"
  case copyPath = "copy-path"
  case paste
  case showInFolder = "show-in-folder"
  case trash, delete, undo, rename
  case copyTo = "copy-to"
  case moveTo = "move-to"
  case copyColor = "copy-colour"
  case openWith = "open-with"
  case print, wallpaper
  case reload

  // Going
  case next, previous, first, last, go
  case nextPage = "next-page"
  case previousPage = "previous-page"

  // Zooming and panning
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  case zoomTo = "zoom-to"
  case zoomBy = "zoom-by"
  case fit, fill
  case actualSize = "actual-size"
  case panLeft = "pan-left"
  case panRight = "pan-right"
  case panUp = "pan-up"
  case panDown = "pan-down"
  case pan

  // Turning
  case turnRight = "turn-right"
  case turnLeft = "turn-left"
  case rotate, mirror
  // After those of the view, so that the palette finds them first.
  case turnFileRight = "turn-file-right"
  case turnFileLeft = "turn-file-left"
  case rotateFile = "rotate-file"
  case mirrorFile = "mirror-file"

  // Animations
  case play, slower, faster

  // Light and filters
  case exposeMore = "expose-more"
  case exposeLess = "expose-less"
  case expose
  case filterPanel = "filter-panel"
  case nextFilter = "next-filter"
  case previousFilter = "previous-filter"
  case filter
  case toggleFilters = "toggle-filters"
  case compare, split

  // Saving
  case save
  case saveView = "save-view"

  // Marks
  case mark
  case markRange = "mark-range"
  case invertMarks = "invert-marks"
  case unmarkAll = "unmark-all"
  case nextMarked = "next-marked"
  case previousMarked = "previous-marked"

  // The window
  case menu, palette, keys
  case fullScreen = "full-screen"
  case pixels
  case tileOutlines = "tile-outlines"
  case bar
  case script
  case back, quit
  case set
}
