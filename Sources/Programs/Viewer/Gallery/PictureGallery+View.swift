import Gestures
import Viewing

/// The gallery in the view's input chain: what goes through the album moves no picture.
extension PictureGallery: ViewInputHandler {
  func take(_ gesture: Gesture, at now: Double) -> Bool {
    takeThroughAlbum(gesture, at: now)
  }
}
