import Geometry
import Platform
import Rendering
import Tiles

/// Something that a view draws over each of its frames, such as a scale bar.
///
/// It gets the input that no handler consumed. It is used on the view's thread.
package protocol ViewPart: ViewInputHandler {
  /// Returns a small level of the shown source that this part draws; the view keeps all of it.
  func level(in scene: ViewPartScene) -> Level?
  /// Adds this part to a frame that shows a source.
  func draw(into frame: inout Frame, in scene: ViewPartScene)
  /// Adds the descriptors that it waits for.
  func addDescriptors(to pollSet: inout PollSet)
  /// Handles what its threads have delivered; returns true if the next frame may differ.
  func takeEvents() -> Bool
  /// Called when tiles of the shown source are out of date, or its properties have changed.
  func sourceChanged()
  /// Passes its bitmaps to the renderer again, which has lost them.
  func restoreBitmaps()
  /// Ends its threads.
  func stop()
}

extension ViewPart {
  package func level(in scene: ViewPartScene) -> Level? { nil }
  package func addDescriptors(to pollSet: inout PollSet) {}
  package func takeEvents() -> Bool { false }
  package func sourceChanged() {}
  package func restoreBitmaps() {}
  package func stop() {}
}

/// What the parts of a view depend on.
package struct ViewPartScene: Hashable, Sendable {
  /// The shown source.
  package var info: SourceInfo
  /// The surface's size in device pixels.
  package var surface: PixelSize
  /// The interface scale; 1 is 96 dpi.
  package var scale: Double
}

extension TiledView {
  func scene(of info: SourceInfo) -> ViewPartScene {
    ViewPartScene(info: info, surface: surface, scale: input.interfaceScale)
  }

  /// Returns the small level that a part draws of a source; `nil` if none does.
  func partLevel(of info: SourceInfo) -> Level? {
    parts.lazy.compactMap { [scene = scene(of: info)] in $0.level(in: scene) }.first
  }

  /// Adds the parts to a frame, below the program's overlays.
  func drawParts(into frame: inout Frame) {
    guard !parts.isEmpty, let info = sources[frame.picture]?.info else { return }
    let overlays = frame.overlays
    frame.overlays = []
    let scene = scene(of: info)
    for part in parts { part.draw(into: &frame, in: scene) }
    frame.overlays += overlays
  }
}
