import DecoderProtocol
import Decoding
import Fetching
import Geometry
import Glibc
import Platform
import TestSupport
import Tiles
import Tiling

/// A service, and the fault that its child commits.
struct Flood {
  /// The part of the viewer that receives the child's messages.
  private enum Service: String {
    case picture, rows, tiles, archive, description, proof, decoders, fetching, fetcher
  }

  private let service: Service
  private let fault: String
  private let child: String
  private let folder: TemporaryFolder

  init?(service: String, fault: String, child: String) {
    guard let service = Service(rawValue: service), let folder = try? TemporaryFolder() else {
      return nil
    }
    self.service = service
    self.fault = fault
    self.child = child
    self.folder = folder
  }

  /// Runs the service until it gives up the child, and returns its sentence.
  func run() throws -> String {
    switch service {
    case .picture: try picture("EVIL:\(fault)", name: "a.jpg", mark: [0xFF, 0xD8, 0xFF, 0xE0])
    case .archive: try picture("PK\u{3}\u{4}p.dzi EVIL:archive:\(fault)", name: "a.szi")
    case .rows: try rows()
    case .tiles: try tiles()
    case .description: try description()
    case .proof: try proof()
    case .decoders: survey()
    case .fetching: try fetching()
    case .fetcher: fetcher()
    }
  }

  // MARK: Decoders

  private var locator: DecoderLocator {
    var overrides: [String: [UInt8]] = [:]
    for name in PictureFormat.all.map(\.decoderName) + ["fresnel-decode-profile"] {
      overrides[name] = Array(child.utf8)
    }
    return DecoderLocator(folders: [], overrides: overrides)
  }

  private var limits: DecoderPool.Limits {
    var limits = DecoderPool.Limits.standard
    // A child that sends a message now and then is killed for lack of progress; a flood is to end
    // by its size, however busy the machine is.
    limits.standstillTimeout = ["drip", "proof", "sway"].contains(fault) ? 3 : 300
    return limits
  }

  private var pool: DecoderPool { DecoderPool(locator: locator, limits: limits) }

  private func open(_ text: String, name: String, mark: [UInt8] = []) throws -> OpenedPicture {
    let path = Array(try folder.file(name, mark + Array(text.utf8)).utf8)
    return try OpenedPicture(FileOpening.open(path), path: path)
  }

  private func picture(_ text: String, name: String, mark: [UInt8] = []) throws -> String {
    let pool = pool
    let id = SourceID(number: 1)
    let tiles = try open(text, name: name, mark: mark).tiles(id: id, pool: pool)
    let surface = PixelSize(width: 640, height: 400)
    tiles.open(surface: surface, interest: .view, now: MonotonicClock.now())
    while true {
      var pollSet = PollSet()
      tiles.addDescriptors(to: &pollSet)
      pool.addDescriptors(to: &pollSet)
      pollSet.wait(timeout: tiles.nextDeadline.map { max(0, $0 - MonotonicClock.now()) })
      for event in tiles.process(pollSet, now: MonotonicClock.now()) {
        switch event {
        case .failed(let sentence): return sentence
        case .opened(let info): ask(tiles, info, surface)
        case .tile(let tile): tiles.release(tile, now: MonotonicClock.now())
        case .idle:
          let size = tiles.info?.size ?? .zero
          return "\(size.width) × \(size.height) pixels, at rest"
        default: break
        }
      }
      pool.reap()
    }
  }

  private func ask(_ tiles: any PictureTiles, _ info: SourceInfo, _ surface: PixelSize) {
    let level = Level(size: info.size)
    let wanted = (0..<2).map {
      TilePlan.Wanted(key: TileKey(level: level, column: $0, row: 0), quality: .exact)
    }
    tiles.update(
      TilePlan(wanted: wanted), for: SourceDemand(surface: surface, interest: .view),
      now: MonotonicClock.now())
  }

  private func rows() throws -> String {
    let pool = pool
    let file = try open("EVIL:\(fault)", name: "a.jpg", mark: [0xFF, 0xD8, 0xFF, 0xE0])
    let rows = try PictureRows(
      of: file, page: 0, slotCount: 2, pool: pool, now: MonotonicClock.now())
    while true {
      var pollSet = PollSet()
      rows.addDescriptors(to: &pollSet)
      pollSet.wait(timeout: rows.nextDeadline.map { max(0, $0 - MonotonicClock.now()) })
      for event in rows.process(pollSet, now: MonotonicClock.now()) {
        switch event {
        case .failed(let sentence): return sentence
        case .opened: rows.request(rows: 0..<16, columns: 0..<2000, slot: 0)
        case .ready, .incomplete: break
        }
      }
    }
  }

  private func tiles() throws -> String {
    let pool = pool
    let decoder = EncodedTileDecoder(format: .png, slots: 2, pool: pool)
    _ = decoder.decode(
      Array(fault.utf8), id: 1, size: PixelSize(width: 64, height: 64), now: MonotonicClock.now())
    while true {
      var pollSet = PollSet()
      decoder.addDescriptors(to: &pollSet)
      pool.addDescriptors(to: &pollSet)
      pollSet.wait(timeout: decoder.nextDeadline.map { max(0, $0 - MonotonicClock.now()) })
      for event in decoder.process(pollSet, now: MonotonicClock.now()) {
        switch event {
        case .failed(_, let sentence): return sentence
        case .decoded: return "a tile was decoded"
        }
      }
      pool.reap()
    }
  }

  private func description() throws -> String {
    let context = "{\"@context\": \"http://iiif.io/api/image/3/context.json\"}"
    let file = try open("\(context) EVIL:\(fault)", name: "a.json")
    do {
      let canvases = try ManifestReader.canvases(of: file, locator: locator)
      return "\(canvases?.count ?? 0) pictures"
    } catch {
      return error.sentence
    }
  }

  private func proof() throws -> String {
    let path = try folder.file("a.icc", Array("EVIL:\(fault)".utf8))
    do {
      _ = try SoftProofs.table(of: Array(path.utf8), locator: locator, limits: limits)
      return "a table"
    } catch {
      return error.sentence
    }
  }

  private func survey() -> String {
    for answer in DecoderSurvey.answers(locator: locator) {
      if case .failure(let error) = answer.result { return error.sentence }
    }
    return "libraries"
  }

  // MARK: Fetching

  private var fetcherLocator: FetcherLocator {
    var locator = FetcherLocator(
      folders: [Array(child.utf8)], environment: [Array("EVIL=\(fault)".utf8)])
    locator.greetingTimeLimit = 300
    return locator
  }

  private func fetching() throws -> String {
    let answers = try Mailbox<String>()
    let pool = FetchPool(locator: fetcherLocator)
    defer { pool.stop() }
    let wish = FetchParameters("http://localhost/", namedBy: .user, limit: 1 << 20)
    pool.fetch(wish, progress: { _ in }) { result in
      switch result {
      case .success: answers.post("a body")
      case .failure(let error): answers.post(error.sentence)
      }
    }
    return answers.waitForMessages().first ?? ""
  }

  private func fetcher() -> String {
    do {
      return try FetcherSurvey.library(locator: fetcherLocator).name
    } catch {
      return error.sentence
    }
  }
}
