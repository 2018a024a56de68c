import Geometry
import Platform
import Tiles

/// Cuts a source's tiles from a provider's pictures that are larger or not square.
///
/// Each picture is requested once for all the tiles in it. The part that the view needs is decoded
/// in one go, with as much around it as the limit allows, so a view that moves on finds most of its
/// tiles made. It lives on the source's thread.
final class PictureCutting {
  let grid: PictureGrid
  private var pictures: [PictureKey: Picture] = [:]
  /// Unfinished tiles, most urgent first.
  private var waiting: [TileKey] = []
  private var unfinished: [TileKey: Unfinished] = [:]
  /// Decoded pixels, least recently used first.
  private var decoded: [PictureArea] = []
  /// The area that a decoder is working on.
  private(set) var running: Decoding?
  /// The maximum number of pixels to decode at once.
  private var room = mostPixels.lowerBound
  private var uses: UInt64 = 0

  private enum State {
    /// A call with this identifier is queued or running.
    case asked(UInt64)
    case encoded([UInt8], PicturePosition)
    case failed(String)
    case missing
  }

  private struct Picture {
    var state: State
    /// When the picture was last used, as a value of `uses`.
    var use: UInt64 = 0
  }

  private struct Unfinished {
    let pixels: ProvidedPixels
    var lacking: [PicturePiece]
  }

  /// An area of a picture that is being decoded.
  struct Decoding {
    let id: UInt64
    let format: String
    let pictureKey: PictureKey
    let position: PicturePosition
    let area: PixelRect
  }

  /// The outcome of a tile.
  typealias Outcome = (key: TileKey, state: TileStates.State)

  /// The bounds of the pixels decoded at once, depending on the size of the view.
  private static let mostPixels = 1 << 20...1 << 23
  /// Bytes of encoded pictures that are kept even if no tile needs them.
  private static let mostKeptBytes = 8 << 20

  init(_ grid: PictureGrid) { self.grid = grid }

  /// The memory that it uses, in bytes.
  var memoryBytes: Int {
    var bytes = decoded.reduce(0) { $0 + $1.memory.count }
    bytes += unfinished.values.reduce(0) { $0 + $1.pixels.memory.count }
    for case .encoded(let picture, _) in pictures.values.map(\.state) { bytes += picture.count }
    return bytes
  }

  /// Sets the size of the view: about twice its pixels are decoded at once.
  func setSurface(_ size: PixelSize) {
    room = min(max(2 * (size.area ?? 0), Self.mostPixels.lowerBound), Self.mostPixels.upperBound)
  }

  /// Forgets everything except the decoded pixels of pictures that have not changed.
  func forget(_ hasChanged: (PictureKey) -> Bool = { _ in true }) {
    pictures = pictures.filter { !hasChanged($0.key) }
    decoded.removeAll { hasChanged($0.pictureKey) }
    waiting = []
    unfinished = [:]
  }

  // MARK: Requesting

  /// Takes the tiles to make, most urgent first, and returns the calls for the pictures they need.
  ///
  /// `touched` contains all known tiles: a picture of theirs that failed is not requested again.
  /// `takeBack` withdraws a call and returns true if it could.
  func calls(
    for tiles: [TileKey], of levels: SourceLevels, touched: some Sequence<TileKey>,
    takeBack: (UInt64) -> Bool, nextCall: () -> UInt64
  ) -> [ProviderCall] {
    waiting = tiles
    let wanted = Set(tiles)
    unfinished = unfinished.filter { wanted.contains($0.key) }
    uses += 1
    var calls: [ProviderCall] = []
    var seen: Set<PictureKey> = []
    for key in tiles {
      let lacking = unfinished[key]?.lacking ?? grid.pieces(of: key)
      if unfinished[key] == nil {
        let layout = key.layout
        unfinished[key] = Unfinished(
          pixels: ProvidedPixels(OwnedPixels(count: layout.byteCount), overlapping: layout),
          lacking: lacking)
      }
      for piece in lacking where !decoded.contains(where: { $0.holds(piece) }) {
        guard seen.insert(piece.pictureKey).inserted else { continue }
        if pictures[piece.pictureKey] == nil {
          pictures[piece.pictureKey] = Picture(state: .asked(nextCall()))
        }
        pictures[piece.pictureKey]?.use = uses
        guard case .asked(let id) = pictures[piece.pictureKey]?.state else { continue }
        calls.append(
          ProviderCall(
            id: id, request: ProvidedTileRequest(piece.pictureKey, of: levels, cutBy: grid)))
      }
    }
    drop(touched: Set(touched.flatMap { grid.pieces(of: $0).map(\.pictureKey) }), takeBack)
    return calls
  }

  /// Forgets pictures that no tile needs, except some that may be needed again.
  private func drop(touched: Set<PictureKey>, _ takeBack: (UInt64) -> Bool) {
    var kept = 0
    for (pictureKey, picture) in pictures.sorted(by: { $0.value.use > $1.value.use })
    where picture.use < uses {
      switch picture.state {
      case .asked(let id): if !takeBack(id) { continue }
      case .failed: if touched.contains(pictureKey) { continue }
      case .missing: break
      case .encoded(let bytes, _):
        kept += bytes.count
        if kept <= Self.mostKeptBytes { continue }
      }
      pictures[pictureKey] = nil
    }
  }

  // MARK: Answers

  /// Takes the answer to a call and returns the tiles that this completes or fails.
  func take(_ answer: ProviderCall.Answer, of call: ProviderCall) -> [Outcome] {
    let pictureKey = PictureKey(call.request)
    guard case .asked(call.id) = pictures[pictureKey]?.state else { return [] }
    switch answer {
    case .encoded(let bytes, let part):
      pictures[pictureKey]?.state = .encoded(bytes, PicturePosition(part, of: pictureKey, in: grid))
    case .failed(let sentence): pictures[pictureKey]?.state = .failed(sentence)
    case .missing: pictures[pictureKey]?.state = .missing
    case .pixels:
      pictures[pictureKey]?.state = .failed(
        "the provider returned pixels instead of an encoded picture")
    }
    return settled()
  }

  /// Takes a decoder's result; `nil` if it is not the area that is being decoded.
  func take(_ result: EncodedTileResult, format: String) -> [Outcome]? {
    guard let running, running.id == result.id, running.format == format else { return nil }
    self.running = nil
    switch result.outcome {
    case .failed(let sentence): pictures[running.pictureKey]?.state = .failed(sentence)
    case .pixels(let memory):
      guard memory.count >= running.area.width * running.area.height * 4 else {
        pictures[running.pictureKey]?.state = .failed("the decoder returned too few pixels")
        break
      }
      decoded.append(
        PictureArea(
          pictureKey: running.pictureKey, position: running.position, area: running.area,
          memory: memory))
      makeRoom()
    }
    return settled()
  }

  /// Returns the next area to decode, for the most urgent tiles, and the picture's bytes.
  func next() -> (
    pictureKey: PictureKey, bytes: [UInt8], position: PicturePosition, area: PixelRect
  )? {
    guard running == nil else { return nil }
    for key in waiting {
      for piece in unfinished[key]?.lacking ?? [] {
        guard case .encoded(let bytes, let position) = pictures[piece.pictureKey]?.state else {
          continue
        }
        return (piece.pictureKey, bytes, position, area(of: piece.pictureKey, position))
      }
    }
    return nil
  }

  /// Records that a decoder is working.
  func begin(_ decoding: Decoding) { running = decoding }

  /// Fails a picture that can't be decoded.
  func fail(_ pictureKey: PictureKey, _ sentence: String) -> [Outcome] {
    pictures[pictureKey]?.state = .failed(sentence)
    return settled()
  }

  /// True if no tile needs the area that is being decoded.
  var isRunningUnwanted: Bool {
    guard let running else { return false }
    return !waiting.contains { key in
      unfinished[key]?.lacking.contains { $0.pictureKey == running.pictureKey } ?? false
    }
  }

  /// Gives up the area that is being decoded.
  func abandon() { running = nil }

  /// Returns the area of a picture to decode at once: the missing parts of the most urgent tiles,
  /// and their surroundings up to the limit.
  private func area(of pictureKey: PictureKey, _ position: PicturePosition) -> PixelRect {
    var area = PixelRect(.zero)
    for key in waiting {
      for piece in unfinished[key]?.lacking ?? [] where piece.pictureKey == pictureKey {
        let larger = area.union(position.needed(by: piece))
        guard area.isEmpty || larger.size.area ?? .max <= room else { continue }
        area = larger
      }
    }
    // Binary search for the margin: a larger one never needs fewer pixels.
    var (least, most) = (0, max(position.size.width, position.size.height))
    while least < most {
      let margin = (least + most + 1) / 2
      let larger = area.grown(by: margin).intersection(position.inside)
      if larger.size.area ?? .max <= room { least = margin } else { most = margin - 1 }
    }
    return area.grown(by: least).intersection(position.inside)
  }

  /// Copies decoded pixels to the tiles that need them, and returns the tiles that are now complete
  /// or failed.
  func settled() -> [Outcome] {
    var outcomes: [Outcome] = []
    for key in waiting {
      guard var tile = unfinished[key] else { continue }
      tile.lacking.removeAll { piece in
        guard let index = decoded.lastIndex(where: { $0.holds(piece) }) else { return false }
        decoded[index].copy(piece, to: tile.pixels, of: key)
        return true
      }
      unfinished[key] = tile
      if tile.lacking.isEmpty {
        outcomes.append((key, .ready(tile.pixels)))
        continue
      }
      for piece in tile.lacking {
        switch pictures[piece.pictureKey]?.state {
        case .failed(let sentence): outcomes.append((key, .failed(sentence)))
        case .missing: outcomes.append((key, .missing))
        case .asked, .encoded, nil: continue
        }
        break
      }
    }
    let over = Set(outcomes.map(\.key))
    for key in over { unfinished[key] = nil }
    waiting.removeAll { over.contains($0) }
    return outcomes
  }

  /// Drops the least recently used pixels beyond the limit, but always keeps the latest.
  private func makeRoom() {
    var bytes = decoded.reduce(0) { $0 + $1.memory.count }
    while bytes > room * 4, decoded.count > 1 { bytes -= decoded.removeFirst().memory.count }
  }
}
