import Decoding
import Rendering
import Tiles

/// The pages of a file that holds several.
extension ViewerSession {
  /// Goes to another page of the file that is shown; at the first and the last one nothing happens.
  ///
  /// The page that is seen stays until the other one's first view is there.
  func goToPage(offset: Int, at now: Double) {
    guard let current, let count = current.info?.frameCount, opening == nil else { return }
    if let pending, pending.entry != current.entry { return }
    let page = min(max((pending ?? current).frame + offset, 0), count - 1)
    guard page != (pending ?? current).frame else { return }
    if let pending {
      self.pending = nil
      release(pending)
    }
    if page != current.frame {
      lastPictureNumber += 1
      let picture = OpenPicture(
        id: SourceID(number: lastPictureNumber), entry: current.entry, file: current.file,
        frame: page)
      startProcess(of: picture, isNeighbour: false, at: now)
      pending = picture
    }
    updateProgress(at: now)
  }

  /// Which page of how many is shown; `nil` where there is only one.
  var pageNumber: PageNumber? {
    guard let current, let count = current.info?.frameCount, count > 1 else { return nil }
    return PageNumber(number: current.frame + 1, count: count)
  }
}
