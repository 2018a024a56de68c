import Fetching
import Platform
import TilePlaces

/// Reads which pictures a file lists, on a thread that may block.
package enum ManifestReader {
  /// The pictures; `nil` if the file lists none, but describes one that can be shown itself.
  ///
  /// A local description whose tiles are all on its server refers to the picture there. A
  /// sandboxed process reads it; the calling thread blocks.
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
    let pool = DecoderPool(locator: locator)
    let reader = try DescriptionReader(
      file.descriptorForReading(), format: file.format, pool: pool, now: MonotonicClock.now())
    while true {
      var pollSet = PollSet()
      reader.addDescriptors(to: &pollSet)
      let now = MonotonicClock.now()
      pollSet.wait(timeout: reader.nextDeadline.map { max(0, $0 - now) })
      pool.reap()
      if let result = reader.process(pollSet, now: MonotonicClock.now()) { return try result.get() }
    }
  }

  /// The picture on the server that a local file describes, if no tiles are beside the file; `nil`
  /// if there are.
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
