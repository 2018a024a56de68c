import Fetching
import Platform
import TilePlaces

/// Reads which pictures a fetched file names, on a thread that may wait for it.
package enum ManifestReader {
  /// The pictures; `nil` where it names none, but describes one.
  ///
  /// A locked-down process reads it; the calling thread waits.
  package static func canvases(
    of file: OpenedPicture, locator: DecoderLocator = .installed
  ) throws(PictureFileError) -> [CanvasDescription]? {
    let desk = DecoderDesk(locator: locator)
    do throws(DecodeError) {
      let reader = try DescriptionReader(
        file.descriptorForReading(), format: file.format, desk: desk, now: MonotonicClock.now())
      while true {
        var pollSet = PollSet()
        reader.addDescriptors(to: &pollSet)
        let now = MonotonicClock.now()
        pollSet.wait(timeout: reader.nextDeadline.map { max(0, $0 - now) })
        desk.reap()
        switch reader.process(pollSet, now: MonotonicClock.now()) {
        case .success(.tiles): return nil
        case .success(.canvases(let canvases)): return canvases
        case .failure(let error): throw error
        case nil: continue
        }
      }
    } catch {
      throw .notFetched(error.sentence)
    }
  }
}

extension OpenedPicture {
  fileprivate func descriptorForReading() throws(DecodeError) -> FileDescriptor {
    do throws(Errno) {
      return try file.duplicate()
    } catch {
      throw .notStarted(error)
    }
  }
}
