import Fetching
import Platform
import TilePlaces

/// Reads which pictures elsewhere a file names, on a thread that may wait for it.
package enum ManifestReader {
  /// The pictures; `nil` where it names none, but describes one that can be shown as it is.
  ///
  /// A description on the disk whose tiles are all at its server names the picture there.
  /// A locked-down process reads it; the calling thread waits.
  package static func canvases(
    of file: OpenedPicture, locator: DecoderLocator = .installed
  ) throws(PictureFileError) -> [CanvasDescription]? {
    let description: DescriptionReader.Description
    do throws(DecodeError) {
      description = try read(file, locator: locator)
    } catch {
      throw .notFetched(error.sentence)
    }
    switch description {
    case .tiles(let description): return try served(description, of: file)
    case .canvases(let canvases): return canvases
    }
  }

  private static func read(
    _ file: OpenedPicture, locator: DecoderLocator
  ) throws(DecodeError) -> DescriptionReader.Description {
    let desk = DecoderDesk(locator: locator)
    let reader = try DescriptionReader(
      file.descriptorForReading(), format: file.format, desk: desk, now: MonotonicClock.now())
    while true {
      var pollSet = PollSet()
      reader.addDescriptors(to: &pollSet)
      let now = MonotonicClock.now()
      pollSet.wait(timeout: reader.nextDeadline.map { max(0, $0 - now) })
      desk.reap()
      if let result = reader.process(pollSet, now: MonotonicClock.now()) { return try result.get() }
    }
  }

  /// The picture at the server that a file on the disk describes, where none of its tiles lie
  /// beside the file; `nil` where they do.
  private static func served(
    _ description: TileDescription, of file: OpenedPicture
  ) throws(PictureFileError) -> [CanvasDescription]? {
    guard file.web == nil, case .iiif = description.layout, !file.hasTiles(of: description) else {
      return nil
    }
    guard let service = description.service else {
      guard file.isNamed else { throw .tilesFromNowhere }
      return nil
    }
    let address = service.hasSuffix("/") ? service : service + "/"
    return [CanvasDescription(label: "", address: address + "info.json")]
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
