import Gestures
import Tiles
import Viewing
import Zooming

/// The gallery in the view's input chain: what goes through the album moves no picture.
extension PictureGallery: ViewInputHandler {
  func take(_ gesture: Gesture, at now: Double) -> Bool {
    takeThroughAlbum(gesture, at: now)
  }
}

/// What the view's sources have told.
extension PictureGallery {
  func receive(_ news: SourceNews, of id: SourceID, at now: Double) {
    switch news {
    case .opened(let info): receive(.sourceOpened(id, info), at: now)
    case .covered: receive(.sourceCovered(id), at: now)
    case .incomplete(let sentence): receive(.sourceIncomplete(id, sentence), at: now)
    case .failed(let sentence): receive(.sourceFailed(id, sentence), at: now)
    case .tileFailed(let key, let sentence):
      // Of a picture that moves the other frames go on; it comes by this one in each run.
      guard key.frame > 0, let picture = pictures.pictures[id], picture.missing == nil else {
        return
      }
      receive(.sourceIncomplete(id, "frame \(key.frame + 1): \(sentence)"), at: now)
    case .progress, .noRoom, .profileRefused: break
    }
  }
}
