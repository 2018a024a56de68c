import Geometry
import Platform
import Tiles

/// Cuts a source's tiles out of a provider's pictures, where these are larger, or not square.
///
/// A picture is asked for once for all the tiles that lie in it, and what the view wants of it is
/// decoded at once, with as much around that as there is room for; so a view that moves on finds
/// most of its tiles made. It lives on the source's thread.
final class PictureCutting {
  let grid: PictureGrid
  private var pictures: [PictureCell: Picture] = [:]
  /// Tiles that lack something, in the order in which they are wanted.
  private var waiting: [TileKey] = []
  private var unfinished: [TileKey: Unfinished] = [:]
  /// Decoded pixels, those that were of use last behind the others.
  private var decoded: [PictureArea] = []
  /// What a decoder is at work at.
  private(set) var running: Decoding?
  /// Pixels that may be decoded at once.
  private var room = mostPixels.lowerBound
  private var uses: UInt64 = 0

  /// What is known of a picture.
  private enum State {
    /// A call of this number waits or runs.
    case asked(UInt64)
    case encoded([UInt8], PicturePosition)
    case failed(String)
    case missing
  }

  private struct Picture {
    var state: State
    /// When it was of use last.
    var use: UInt64 = 0
  }

  private struct Unfinished {
    let pixels: CellPixels
    var lacking: [PicturePiece]
  }

  /// A picture's area, with a decoder.
  struct Decoding {
    let id: UInt64
    let format: String
    let cell: PictureCell
    let position: PicturePosition
    let area: PixelRect
  }

  /// What has come of a tile.
  typealias Outcome = (key: TileKey, cell: ProviderSource.Cell)

  /// How many pixels are decoded at once, by how large the view is.
  private static let mostPixels = 1 << 20...1 << 23
  /// Bytes of encoded pictures that are kept although nobody waits for them.
  private static let mostKeptBytes = 8 << 20

  init(_ grid: PictureGrid) { self.grid = grid }

  /// Bytes of what it holds.
  var memoryBytes: Int {
    var bytes = decoded.reduce(0) { $0 + $1.memory.count }
    bytes += unfinished.values.reduce(0) { $0 + $1.pixels.memory.count }
    for case .encoded(let picture, _) in pictures.values.map(\.state) { bytes += picture.count }
    return bytes
  }

  /// Takes up the size of a view: about twice its pixels are decoded at once.
  func setSurface(_ size: PixelSize) {
    room = min(max(2 * (size.area ?? 0), Self.mostPixels.lowerBound), Self.mostPixels.upperBound)
  }

  /// Forgets all but what has been decoded of pictures that have not changed.
  func forget(_ hasChanged: (PictureCell) -> Bool = { _ in true }) {
    pictures = pictures.filter { !hasChanged($0.key) }
    decoded.removeAll { hasChanged($0.cell) }
    waiting = []
    unfinished = [:]
  }

  // MARK: Asking

  /// Takes the tiles that are to be made, most wanted first, and gives the calls that it takes.
  ///
  /// `touched` are all tiles that are known of: pictures that could not be had are not asked for
  /// again for these. `takeBack` says of a call whether it could be taken back.
  func calls(
    for tiles: [TileKey], of levels: SourceLevels, touched: some Sequence<TileKey>,
    takeBack: (UInt64) -> Bool, nextCall: () -> UInt64
  ) -> [ProviderCall] {
    waiting = tiles
    let wanted = Set(tiles)
    unfinished = unfinished.filter { wanted.contains($0.key) }
    uses += 1
    var calls: [ProviderCall] = []
    var seen: Set<PictureCell> = []
    for key in tiles {
      let lacking = unfinished[key]?.lacking ?? grid.pieces(of: key)
      if unfinished[key] == nil {
        let layout = key.layout
        unfinished[key] = Unfinished(
          pixels: CellPixels(OwnedPixels(count: layout.byteCount), bordered: layout),
          lacking: lacking)
      }
      for piece in lacking where !decoded.contains(where: { $0.holds(piece) }) {
        guard seen.insert(piece.cell).inserted else { continue }
        if pictures[piece.cell] == nil {
          pictures[piece.cell] = Picture(state: .asked(nextCall()))
        }
        pictures[piece.cell]?.use = uses
        guard case .asked(let id) = pictures[piece.cell]?.state else { continue }
        calls.append(
          ProviderCall(
            id: id, request: ProvidedTileRequest(piece.cell, of: levels, cutBy: grid)))
      }
    }
    drop(touched: Set(touched.flatMap { grid.pieces(of: $0).map(\.cell) }), takeBack)
    return calls
  }

  /// Forgets what no tile needs any more, but for some pictures that may be needed again.
  private func drop(touched: Set<PictureCell>, _ takeBack: (UInt64) -> Bool) {
    var kept = 0
    for (cell, picture) in pictures.sorted(by: { $0.value.use > $1.value.use })
    where picture.use < uses {
      switch picture.state {
      case .asked(let id): if !takeBack(id) { continue }
      case .failed: if touched.contains(cell) { continue }
      case .missing: break
      case .encoded(let bytes, _):
        kept += bytes.count
        if kept <= Self.mostKeptBytes { continue }
      }
      pictures[cell] = nil
    }
  }

  // MARK: Answers

  /// Takes the answer to a call; tiles that can't be had because of it come back.
  func take(_ answer: ProviderCall.Answer, of call: ProviderCall) -> [Outcome] {
    let cell = PictureCell(call.request)
    guard case .asked(call.id) = pictures[cell]?.state else { return [] }
    switch answer {
    case .encoded(let bytes, let part):
      pictures[cell]?.state = .encoded(bytes, PicturePosition(part, of: cell, in: grid))
    case .failed(let sentence): pictures[cell]?.state = .failed(sentence)
    case .missing: pictures[cell]?.state = .missing
    case .pixels: pictures[cell]?.state = .failed("the provider gave pixels in place of a picture")
    }
    return settled()
  }

  /// Takes what a decoder made; `nil` where that was asked for by somebody else.
  func take(_ result: EncodedTileResult, format: String) -> [Outcome]? {
    guard let running, running.id == result.id, running.format == format else { return nil }
    self.running = nil
    switch result.outcome {
    case .failed(let sentence): pictures[running.cell]?.state = .failed(sentence)
    case .pixels(let memory):
      guard memory.count >= running.area.width * running.area.height * 4 else {
        pictures[running.cell]?.state = .failed("the decoder gave too few pixels")
        break
      }
      decoded.append(
        PictureArea(
          cell: running.cell, position: running.position, area: running.area, memory: memory))
      makeRoom()
    }
    return settled()
  }

  /// What can be decoded next for the tiles that are wanted most, with its bytes.
  func next() -> (cell: PictureCell, bytes: [UInt8], position: PicturePosition, area: PixelRect)? {
    guard running == nil else { return nil }
    for key in waiting {
      for piece in unfinished[key]?.lacking ?? [] {
        guard case .encoded(let bytes, let position) = pictures[piece.cell]?.state else {
          continue
        }
        return (piece.cell, bytes, position, area(of: piece.cell, position))
      }
    }
    return nil
  }

  /// Notes that a decoder is at work.
  func begin(_ decoding: Decoding) { running = decoding }

  /// Says that a picture can't be decoded.
  func fail(_ cell: PictureCell, _ sentence: String) -> [Outcome] {
    pictures[cell]?.state = .failed(sentence)
    return settled()
  }

  /// Whether nobody waits for what is being decoded.
  var isRunningInVain: Bool {
    guard let running else { return false }
    return !waiting.contains { key in
      unfinished[key]?.lacking.contains { $0.cell == running.cell } ?? false
    }
  }

  /// Gives up what is being decoded.
  func abandon() { running = nil }

  /// What is decoded of a picture at once: what the tiles lack that are wanted most, and as much
  /// around it as there is room for.
  private func area(of cell: PictureCell, _ position: PicturePosition) -> PixelRect {
    var area = PixelRect(.zero)
    for key in waiting {
      for piece in unfinished[key]?.lacking ?? [] where piece.cell == cell {
        let larger = area.union(position.needed(by: piece))
        guard area.isEmpty || larger.size.area ?? .max <= room else { continue }
        area = larger
      }
    }
    // The margin is found by halves: more of it never takes less room.
    var (least, most) = (0, max(position.size.width, position.size.height))
    while least < most {
      let margin = (least + most + 1) / 2
      let larger = area.grown(by: margin).intersection(position.inside)
      if larger.size.area ?? .max <= room { least = margin } else { most = margin - 1 }
    }
    return area.grown(by: least).intersection(position.inside)
  }

  /// Copies what has been decoded to the tiles that wait for it, and gives back those of which all
  /// is known.
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
        switch pictures[piece.cell]?.state {
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

  /// Forgets the pixels that have not been of use for longest, but for those that came last.
  private func makeRoom() {
    var bytes = decoded.reduce(0) { $0 + $1.memory.count }
    while bytes > room * 4, decoded.count > 1 { bytes -= decoded.removeFirst().memory.count }
  }
}
