import DecoderProtocol
import Fetching
import Platform
import Providing
import Synchronization
import TilePlaces

/// Fetches the tiles of a described picture over the network, a few at a time and most wanted
/// first.
///
/// A cancelled call is cancelled on the wire. A missing tile is not requested again for a minute.
/// Replies come on the fetching thread.
final class FetchedTiles: TileCalls, Sendable {
  private let places: TilePlaces
  private let bases: [TileBase]
  private let pool: FetchPool
  private let origin: FetchOrigin
  private let deliver: TileDelivery
  private let state = Mutex(State())

  /// The maximum number of concurrent requests; the fetcher has a limit for each server.
  private static let mostAtOnce = 8
  /// The maximum number of bytes in a tile.
  private static let largestTile = 64 << 20
  /// The time limit for a tile, in seconds.
  private static let deadline = 300
  /// The maximum number of addresses to try for one tile.
  private static let mostAttempts = 8

  private struct State {
    var waiting: [ProviderCall] = []
    /// The running calls, by their ids.
    var running: [UInt64: Running] = [:]
    /// Calls whose replies have not been processed.
    var answered: Set<UInt64> = []
    /// The address forms that have led to tiles.
    var knownForms: Set<String> = []
    var missing = MissingTiles()
    var isClosed = false
  }

  private struct Running {
    let call: ProviderCall
    let place: TilePlace
    /// The remaining addresses, next one first.
    var addresses: [(text: String, form: String)]
    /// The fetcher's id; `nil` until it is known.
    var ticket: UInt32?
  }

  init(
    _ places: TilePlaces, below bases: [TileBase], of web: WebPlace,
    deliver: @escaping TileDelivery
  ) {
    self.places = places
    self.bases = bases
    pool = web.pool
    origin = web.origin
    self.deliver = deliver
  }

  // MARK: TileCalls

  func replace(_ calls: [ProviderCall]) -> Bool {
    let wanted = Set(calls.map(\.id))
    let unwanted = state.withLock { state -> [UInt32] in
      guard !state.isClosed else { return [] }
      let gone = state.running.filter { !wanted.contains($0.key) }
      for id in gone.keys { state.running[id] = nil }
      state.waiting = calls.filter {
        state.running[$0.id] == nil && !state.answered.contains($0.id)
      }
      return gone.values.compactMap(\.ticket)
    }
    for ticket in unwanted { pool.cancel(ticket) }
    fill()
    return true
  }

  func relieve(now: Double) {}
  var nextRelief: Double? { nil }
  /// Every call can be cancelled: its request is ended.
  func takeBack(_ id: UInt64) -> Bool { true }
  func forget(_ id: UInt64) { state.withLock { _ = $0.answered.remove(id) } }

  func close() {
    let tickets = state.withLock { state in
      state.isClosed = true
      state.waiting = []
      defer { state.running = [:] }
      return state.running.values.compactMap(\.ticket)
    }
    for ticket in tickets { pool.cancel(ticket) }
  }

  // MARK: Fetching

  /// Starts as many calls as allowed.
  private func fill() {
    while let call = state.withLock({ begin(&$0) }) { step(call) }
  }

  /// Takes the next waiting call.
  private func begin(_ state: inout State) -> UInt64? {
    while !state.isClosed, state.running.count < Self.mostAtOnce, !state.waiting.isEmpty {
      let call = state.waiting.removeFirst()
      let request = call.request
      guard
        let place = places.place(
          rung: request.level ?? -1, column: request.column, row: request.row),
        let name = place.paths.first,
        !state.missing.contains(name, at: MonotonicClock.now())
      else {
        state.answered.insert(call.id)
        deliver(call, .success(.missing))
        continue
      }
      state.running[call.id] = Running(
        call: call, place: place, addresses: addresses(of: place, state.knownForms))
      return call.id
    }
    return nil
  }

  /// The possible addresses of a tile, likeliest first; once a form has worked, only that one.
  private func addresses(
    of place: TilePlace, _ known: Set<String>
  ) -> [(text: String, form: String)] {
    let all = bases.flatMap { base in
      place.paths.map { path in
        (text: base.prefix + path + base.suffix, form: base.prefix + Self.form(of: path))
      }
    }
    let likely = all.filter { known.contains($0.form) }
    return Array((likely.isEmpty ? all : likely).prefix(Self.mostAttempts))
  }

  /// A path without its numbers, which identifies the form of an address.
  private static func form(of path: String) -> String {
    var form = ""
    for character in path {
      let isNumber = character.isASCII && character.isNumber
      if isNumber, form.last == "#" { continue }
      form.append(isNumber ? "#" : character)
    }
    return form
  }

  /// Requests the next address of a call.
  private func step(_ id: UInt64) {
    let next = state.withLock { state -> (parameters: FetchParameters, call: ProviderCall)? in
      guard let running = state.running[id], let address = running.addresses.first else {
        return nil
      }
      // Uncompressed pixels, and some bytes for headers.
      let limit = min((running.place.picture.area ?? 0) * 4 + 65_536, Self.largestTile)
      let parameters = FetchParameters(
        address.text, namedBy: origin, limit: limit, deadline: Self.deadline)
      return (parameters, running.call)
    }
    guard let next else { return }
    let ticket = pool.fetch(next.parameters) { [weak self] in self?.take($0, of: id) }
    let isWanted = state.withLock { state in
      guard state.running[id] != nil else { return false }
      state.running[id]?.ticket = ticket
      return true
    }
    // The call may have been cancelled or answered meanwhile.
    if !isWanted { pool.cancel(ticket) }
  }

  private func take(_ result: Result<FetchedBody, FetchError>, of id: UInt64) {
    let bytes = try? result.get().bytes()
    let (running, hasMore) = state.withLock { state -> (Running?, Bool) in
      guard var running = state.running[id], !running.addresses.isEmpty else {
        return (nil, false)
      }
      let address = running.addresses.removeFirst()
      if bytes != nil { state.knownForms.insert(address.form) }
      let isOver = bytes != nil || running.addresses.isEmpty
      if isOver {
        state.running[id] = nil
        state.answered.insert(id)
        if bytes == nil, case .failure(let error) = result, error.isMissing,
          let name = running.place.paths.first
        {
          state.missing.note(name, at: MonotonicClock.now())
        }
      } else {
        running.ticket = nil
        state.running[id] = running
      }
      return (running, !isOver)
    }
    guard let running else { return }
    if hasMore { return step(id) }
    switch result {
    case .success:
      deliver(
        running.call,
        .success(.encodedPart(bytes ?? [], of: running.place.picture, running.place.part)))
    case .failure(let error) where error.isMissing:
      deliver(running.call, .success(.missing))
    case .failure(let error):
      deliver(running.call, .failure(ProvidedTileFailure("a tile: \(error.sentence)")))
    }
    fill()
  }
}
