import CCurl
import DecoderProtocol
import Glibc
import Platform

/// Carries out the viewer's requests, all on one thread; libcurl resolves names on threads of its
/// own.
final class FetchServer {
  private let channel: FetcherChannel
  private let environment: NetworkEnvironment
  private let pool: UnsafeMutableRawPointer
  private let keeper: TileCache?
  private let headers: HeaderRules
  private var policy: NetworkPolicy
  private var settings: FetchSettings
  private var queue = HostQueue<WebTransfer>(mostAtOnce: FetchServer.mostAtOnce)
  /// The transfers in libcurl.
  private var running: [UInt32: WebTransfer] = [:]
  /// The ids of running and queued requests.
  private var known: Set<UInt32> = []
  private var random = SystemRandomNumberGenerator()

  /// The maximum number of concurrent requests to one server.
  static let mostAtOnce = 8

  init?(
    _ channel: FetcherChannel, settings: FetchSettings, environment: NetworkEnvironment,
    headers: HeaderRules, policy: NetworkPolicy, keeper: TileCache?
  ) {
    self.headers = headers
    self.policy = policy
    guard let pool = curl_multi_init() else { return nil }
    self.channel = channel
    self.pool = pool
    self.settings = settings
    self.environment = environment
    self.keeper = keeper
    fresnel_curl_set_pool(pool, CURLMOPT_MAX_HOST_CONNECTIONS, Self.mostAtOnce)
    fresnel_curl_set_pool(pool, CURLMOPT_MAX_TOTAL_CONNECTIONS, 32)
    fresnel_curl_set_pool(pool, CURLMOPT_MAXCONNECTS, 32)
  }

  /// Runs until the viewer is gone.
  func run() -> Never {
    while true {
      while let order = channel.receive() { take(order) }
      channel.flush()
      begin()
      var count: Int32 = 0
      curl_multi_perform(pool, &count)
      reportProgress()
      takeEnds()
      // Completed transfers may have made room for queued ones.
      begin()
      fresnel_curl_wait(pool, channel.number, timeout)
    }
  }

  /// Milliseconds until the next event that no descriptor signals.
  private var timeout: Int32 {
    if channel.isFull { return 20 }
    guard let time = queue.nextTime else { return 60_000 }
    return Int32(max(1, min(60, time - MonotonicClock.now()) * 1000))
  }

  // MARK: Orders

  private func take(_ received: consuming ReceivedCommand) {
    switch received.order {
    case .begin(let settings): self.settings = settings
    case .cancel(let id): cancel(id)
    case .ask: channel.send(.here)
    case .allow(let host): policy.allow(host)
    case .confirm(let host): policy.confirm(host)
    case .fetch(let request):
      guard let file = received.file.take(), !known.contains(request.id),
        known.count < FetchWire.mostRequests
      else { _exit(2) }
      add(request, into: file)
    }
  }

  private func add(_ request: FetchRequest, into file: consuming FileDescriptor) {
    guard let address = WebAddress(request.address) else {
      return fail(request.id, .badAddress(request.address))
    }
    let permission: NetworkPolicy.Permission
    do throws(FetchFailure) {
      permission = try policy.permission(for: address, namedBy: request.origin)
    } catch {
      return fail(request.id, error)
    }
    if permission.reach == .publicNetwork, address.isPrivateByName {
      return fail(
        request.id, permission.isPublic ? .forbidden(address.host) : .unnamed(address.host))
    }
    guard
      let transfer = WebTransfer(
        request, address, into: file, with: environment, permission: permission,
        headerLines: headers.lines(for: address), settings: settings)
    else { return fail(request.id, FetchFailure(.other, "there is not enough memory to fetch it")) }
    if let entry = keeper?.entry(for: transfer) {
      if entry.isFresh, !request.asksServer, transfer.fill(from: entry) {
        return answer(transfer, from: entry, .cache)
      }
      transfer.kept = entry
    }
    known.insert(request.id)
    queue.add(transfer, server: address.server)
  }

  private func cancel(_ id: UInt32) {
    guard known.remove(id) != nil else { return }
    if let transfer = running.removeValue(forKey: id) {
      // This cancels the request on the wire: its connection, or its HTTP/2 stream.
      curl_multi_remove_handle(pool, transfer.handle)
      queue.ended(server: transfer.place)
    } else {
      _ = queue.remove { $0.request.id == id }
    }
  }

  // MARK: Transfers

  private func begin() {
    while let (transfer, server) = queue.next(now: MonotonicClock.now()) {
      transfer.place = server
      transfer.begin(at: MonotonicClock.now())
      running[transfer.request.id] = transfer
      curl_multi_add_handle(pool, transfer.handle)
    }
  }

  private func reportProgress() {
    let now = MonotonicClock.now()
    for (id, transfer) in running {
      if let progress = transfer.newProgress(now: now) { channel.send(.progress(id: id, progress)) }
    }
  }

  private func takeEnds() {
    var code = CURLE_OK
    while let handle = fresnel_curl_next_done(pool, &code) {
      curl_multi_remove_handle(pool, handle)
      guard let transfer = WebTransfer.of(handle),
        running.removeValue(forKey: transfer.request.id) != nil
      else { continue }
      queue.ended(server: transfer.place)
      finish(transfer, transfer.outcome(of: code))
    }
  }

  private func finish(_ transfer: WebTransfer, _ outcome: WebTransfer.Outcome) {
    switch outcome {
    case .done:
      keeper?.keep(transfer)
      known.remove(transfer.request.id)
      channel.send(
        .done(
          FetchAnswer(
            id: transfer.request.id,
            address: transfer.address.text,
            byteCount: transfer.received, isPublic: transfer.guardian.isPublic,
            source: .network)))
    case .confirmed:
      guard let entry = transfer.kept.map({ keeper?.confirm($0, transfer) ?? $0 }),
        transfer.fill(from: entry)
      else {
        // The entry was damaged or removed meanwhile: request the whole body.
        transfer.kept = nil
        return queue.putBack(transfer, server: transfer.nextServer, notBefore: 0)
      }
      answer(transfer, from: entry, .confirmed)
    case .leads(let place):
      if let failure = transfer.follow(place) { return fail(transfer.request.id, failure) }
      queue.putBack(transfer, server: transfer.nextServer, notBefore: 0)
    case .failed(let failure, let isPassing):
      if isPassing, repeats(transfer) { return }
      if failure.code.isOffline, !transfer.request.asksServer, let entry = transfer.kept,
        entry.servesStale, transfer.fill(from: entry)
      {
        return answer(transfer, from: entry, .cache)
      }
      fail(transfer.request.id, failure)
    }
  }

  /// Queues a transfer again if it may succeed later.
  private func repeats(_ transfer: WebTransfer) -> Bool {
    let asked = transfer.askedDelay
    let delay = RetryPolicy(settings: settings).delay(
      afterAttempts: transfer.attempts, asked: asked,
      chance: Double.random(in: 0...1, using: &random))
    guard let delay else { return false }
    let time = MonotonicClock.now() + delay
    guard transfer.mayBegin(at: time) else { return false }
    if asked != nil { queue.pause(transfer.address.server, until: time) }
    queue.putBack(transfer, server: transfer.nextServer, notBefore: time)
    return true
  }

  private func answer(
    _ transfer: WebTransfer, from entry: CacheEntry, _ source: FetchAnswer.Source
  ) {
    known.remove(transfer.request.id)
    channel.send(
      .done(
        FetchAnswer(
          id: transfer.request.id, address: entry.effectiveAddress ?? transfer.firstAddress.text,
          byteCount: transfer.received, isPublic: entry.isPublic, source: source)))
  }

  private func fail(_ id: UInt32, _ failure: FetchFailure) {
    known.remove(id)
    channel.send(.failed(id: id, failure))
  }
}

extension FetchFailure.Code {
  /// True if the server could not be reached, which may be temporary.
  var isOffline: Bool {
    switch self {
    case .unknownHost, .unreachable, .timeout: true
    default: false
    }
  }
}
