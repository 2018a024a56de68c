import Geometry
import Platform
import Providing
import TilePlaces
import Tiles
import Tiling

/// The tiles of a picture that its file only describes: encoded pictures in a folder beside it, in
/// an archive with the description, or on the web.
///
/// First a sandboxed process reads the description; then threads read the tiles' files, or the
/// fetcher fetches them, and sandboxed decoders decode them. Use it on the view's thread; it
/// never blocks.
final class PlacedTiles: PictureTiles {
  let id: SourceID
  private let file: OpenedPicture
  private let pool: DecoderPool
  private var displayProfile: [UInt8]
  private var archive: ArchiveOpening?
  private var reader: DescriptionReader?
  private var provider: ProviderSource?
  /// The places of the tiles, once known.
  private var places: (places: TilePlaces, origin: Origin)?
  private(set) var failure: DecodeError?
  private var events: [SourceEvent] = []
  private var isClosed = false
  /// True for a neighbour of the viewed picture: no process stays once its view is complete.
  private var isBeside = false
  private var latest = 0.0

  private enum Origin {
    case folder(TileFolder)
    case archive(PictureArchive)
    case web(WebPlace, [TileBase])
  }

  init(id: SourceID, file: OpenedPicture, displayProfile: [UInt8], pool: DecoderPool) {
    self.id = id
    self.file = file
    self.displayProfile = displayProfile
    self.pool = pool
  }

  deinit { close() }

  func start(interest: TilePlanner.Interest, now: Double) {
    latest = now
    guard archive == nil, reader == nil, provider == nil, failure == nil, !isClosed else { return }
    if let places = file.places { return begin(places) }
    if file.format == .archive { return openArchive() }
    do throws(DecodeError) {
      let copy: FileDescriptor
      do throws(PictureFileError) {
        copy = try file.descriptor()
      } catch {
        return fail(error.sentence)
      }
      reader = try DescriptionReader(copy, format: file.format, pool: pool, now: now)
    } catch {
      failure = error
      fail(error.sentence)
    }
  }

  func open(surface: PixelSize, interest: TilePlanner.Interest, now: Double) {
    start(interest: interest, now: now)
  }

  /// Decoders of encoded tiles keep their first profile, so they are replaced.
  func setDisplayProfile(_ profile: [UInt8], now: Double) -> Bool {
    latest = now
    guard profile != displayProfile else { return false }
    displayProfile = profile
    guard let places else { return false }
    provider?.close()
    provider = nil
    begin(places.places, from: places.origin, isKnown: true)
    return true
  }

  private func openArchive() {
    do throws(Errno) {
      archive = try ArchiveOpening(
        try PictureArchive(file, locator: pool.locator, limits: pool.limits))
    } catch {
      fail(DecodeError.notStarted(error).sentence)
    }
  }

  /// The archive's description has been unpacked: it is read like any other.
  private func take(_ result: Result<Shared<FileDescriptor>, DecodeError>, now: Double) {
    do throws(DecodeError) {
      let copy: FileDescriptor
      let unpacked = try result.get()
      do throws(Errno) {
        copy = try unpacked.value.duplicate()
      } catch {
        throw .notStarted(error)
      }
      reader = try DescriptionReader(copy, format: .deepZoom, pool: pool, now: now)
    } catch {
      failure = error
      fail(error.sentence)
    }
  }

  private func fail(_ sentence: String) { events.append(.failed(sentence)) }

  /// Takes the description, and starts providing tiles.
  private func take(_ description: TileDescription) {
    do throws(TilePlacesError) {
      let places = try TilePlaces(description)
      if let archive { return begin(places, from: .archive(archive.archive)) }
      if let web = file.web {
        return begin(places, from: .web(web, web.bases(of: description)))
      }
      guard let folder = file.tileFolder(of: description) else {
        return fail("the folder with its tiles can't be opened")
      }
      begin(places, from: .folder(folder))
    } catch {
      fail(error.sentence)
    }
  }

  /// Starts providing a template's tiles.
  private func begin(_ places: TilePlaces) {
    if let web = file.web {
      begin(places, from: .web(web, [TileBase(prefix: "", suffix: "")]))
    } else if let folder = file.tileFolder() {
      begin(places, from: .folder(folder))
    } else {
      fail("the folder with its tiles can't be opened")
    }
  }

  /// Starts providing tiles; if `isKnown`, the header is not reported again.
  private func begin(_ places: TilePlaces, from origin: Origin, isKnown: Bool = false) {
    self.places = (places, origin)
    do throws(Errno) {
      let provider: ProviderSource
      switch origin {
      case .folder(let folder):
        provider = try ProviderSource(
          id: id, places: places, in: folder, displayProfile: displayProfile, pool: pool)
      case .archive(let archive):
        provider = try ProviderSource(
          id: id, places: places, in: archive, displayProfile: displayProfile, pool: pool)
      case .web(let web, let bases):
        provider = try ProviderSource(
          id: id, places: places, below: bases, of: web, displayProfile: displayProfile,
          pool: pool)
      }
      if isKnown { _ = provider.process(PollSet(), now: latest) }
      self.provider = provider
    } catch {
      fail("the tiles can't be read: \(error.message)")
    }
  }

  // MARK: TileSource

  var info: SourceInfo? { provider?.info }
  var access: TilePlanner.Access { .direct }
  var memoryBytes: Int { provider?.memoryBytes ?? 0 }

  func update(_ plan: TilePlan, for demand: SourceDemand, now: Double) {
    latest = now
    start(interest: demand.interest, now: now)
    isBeside = demand.interest == .fitOnly
    provider?.update(plan, for: demand, now: now)
  }

  func release(_ tile: Tile, now: Double) { provider?.release(tile, now: now) }

  func addDescriptors(to pollSet: inout PollSet) {
    if reader == nil, provider == nil { archive?.addDescriptors(to: &pollSet) }
    reader?.addDescriptors(to: &pollSet)
    provider?.addDescriptors(to: &pollSet)
  }

  var nextDeadline: Double? {
    guard !isClosed else { return nil }
    return events.isEmpty ? reader?.nextDeadline ?? provider?.nextDeadline : latest
  }

  func process(_ pollSet: PollSet, now: Double) -> [SourceEvent] {
    latest = now
    guard !isClosed else { return [] }
    if reader == nil, provider == nil, let result = archive?.takeResult() {
      take(result, now: now)
    }
    if let result = reader?.process(pollSet, now: now) {
      reader = nil
      switch result {
      case .success(.tiles(let description)): take(description)
      case .success(.canvases): fail("it lists several pictures; open it by its address")
      case .failure(let error):
        failure = error
        fail(error.sentence)
      }
    }
    let received = provider?.process(pollSet, now: now) ?? []
    if isBeside { provider?.endIdleDecoders() }
    defer { events = [] }
    return events + received
  }

  func close() {
    isClosed = true
    reader?.close()
    provider?.close()
    events = []
  }
}
