import CCurl
import DecoderProtocol
import Glibc
import Platform

/// A request, from its first attempt to its end.
final class WebTransfer {
  let request: FetchRequest
  /// The current address, which differs from the request's after a redirect.
  private(set) var address: WebAddress
  /// The server among whose concurrent requests it counts; `begin` may change `address` meanwhile.
  var place = ""
  /// The number of attempts.
  private(set) var attempts = 0
  /// Bytes received into the body's file, from the request's place on.
  private(set) var received = 0
  /// The cached entry, which the server is asked to confirm.
  var kept: CacheEntry?
  private(set) var guardian: AddressGuard
  private let body: FileDescriptor
  private let easy: EasyHandle
  private let environment: NetworkEnvironment
  /// The request's permission: headers and credentials are for the first server only.
  let permission: NetworkPolicy.Permission
  private let headerLines: [String]
  /// True once a redirect has led to another server.
  private var hasLeft = false
  /// A redirect's target to follow next; `nil` at the start of an attempt.
  private var next: WebAddress?
  let firstAddress: WebAddress
  /// The number of redirects followed.
  private var hops = 0
  /// When the time for all attempts and redirects is up; infinite without a limit, and `nil` before
  /// the first attempt.
  private var end: Double?
  private var lastProgress = 0.0
  private var isTooLarge = false
  private var writeError: Errno?
  /// Bytes received that belong to no body, such as error pages.
  private var ignored = 0

  /// The maximum number of redirects.
  private static let mostRedirects = 8
  /// Seconds between two progress messages.
  private static let progressInterval = 0.1
  /// The maximum number of bytes of an error page to skip, so that the connection can be reused.
  private static let mostIgnored = 65_536

  init?(
    _ request: FetchRequest, _ address: WebAddress, into body: consuming FileDescriptor,
    with environment: NetworkEnvironment, permission: NetworkPolicy.Permission,
    headerLines: [String], settings: FetchSettings
  ) {
    guard let easy = EasyHandle() else { return nil }
    self.request = request
    self.address = address
    firstAddress = address
    self.body = body
    self.easy = easy
    self.environment = environment
    self.permission = permission
    self.headerLines = permission.carriesHeaders ? headerLines : []
    guardian = Self.guardian(for: permission)
    easy.prepare(environment: environment, settings: settings)
    setCallbacks()
  }

  private static func guardian(for permission: NetworkPolicy.Permission) -> AddressGuard {
    AddressGuard(
      reach: permission.reach, usesProxy: false, exceptions: permission.allowedAddresses)
  }

  /// True if a password or the user's header lines are sent: the response must not be shared.
  var carriesCredentials: Bool { permission.credentials != nil || !headerLines.isEmpty }

  /// The handle in libcurl's multi handle.
  var handle: UnsafeMutableRawPointer { easy.pointer }

  static func of(_ handle: UnsafeMutableRawPointer) -> WebTransfer? {
    fresnel_curl_context(handle).map { Unmanaged<WebTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private func setCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    fresnel_curl_set_pointer(easy.pointer, CURLOPT_PRIVATE, context)
    fresnel_curl_set_body_taker(
      easy.pointer,
      { bytes, _, count, context in
        guard let bytes, let context else { return 0 }
        let transfer = Unmanaged<WebTransfer>.fromOpaque(context).takeUnretainedValue()
        return transfer.take(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
      }, context)
    fresnel_curl_set_opener(
      easy.pointer,
      { context, _, address in
        guard let context, let address else { return CURL_SOCKET_BAD }
        return Unmanaged<WebTransfer>.fromOpaque(context).takeUnretainedValue().openSocket(address)
      }, context)
    fresnel_curl_set_guard(
      easy.pointer,
      { context, remote, _, _, _ in
        guard let context, let remote else { return CURL_PREREQFUNC_ABORT }
        let transfer = Unmanaged<WebTransfer>.fromOpaque(context).takeUnretainedValue()
        return transfer.maySend(to: String(cString: remote))
          ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
      }, context)
  }

  /// Prepares an attempt, or the next redirect.
  func begin(at now: Double) {
    let end = end ?? (request.deadline > 0 ? now + Double(request.deadline) : .infinity)
    self.end = end
    if end < .infinity { easy.limit(to: end - now) }
    if let next {
      address = next
    } else {
      attempts += 1
      hops = 0
      hasLeft = false
      address = firstAddress
      guardian = Self.guardian(for: permission)
    }
    next = nil
    received = 0
    ignored = 0
    isTooLarge = false
    writeError = nil
    empty()
    let proxy = environment.proxy(for: address)
    guardian.usesProxy = proxy != nil
    easy.ask(
      address.text, proxy: proxy, headerLines: (hasLeft ? [] : headerLines) + conditions,
      credentials: hasLeft ? nil : permission.credentials)
  }

  /// The server that the next `begin` contacts: a redirect's target, or that of a new attempt.
  var nextServer: String { (next ?? firstAddress).server }

  /// True if another attempt may begin at a time.
  func mayBegin(at time: Double) -> Bool { end.map { time < $0 } ?? true }

  /// Headers that request the body only if it differs from the cached one; caches on the way must
  /// ask the server, too, if the user does.
  private var conditions: [String] {
    [
      request.asksServer ? "Cache-Control: no-cache" : nil,
      kept?.etag.map { "If-None-Match: \($0)" },
      kept?.lastModified.map { "If-Modified-Since: \($0)" },
    ].compactMap(\.self)
  }

  /// Follows a redirect with the next `begin`; returns an error if that is not allowed.
  ///
  /// Another host, port or scheme gets neither headers nor credentials, nor do later redirects.
  /// Credentials in the target itself are dropped.
  func follow(_ place: String) -> FetchFailure? {
    hops += 1
    guard hops < Self.mostRedirects else {
      return .of(CURLE_TOO_MANY_REDIRECTS, host: address.host, detail: "")
    }
    guard let target = WebAddress(place) else {
      return WebAddress.withASCIIHost(place) == nil
        ? .badAddress(place) : .of(CURLE_UNSUPPORTED_PROTOCOL, host: address.host, detail: "")
    }
    // A proxy finds the address of a host by itself: only the names show if it is the same host.
    let usesProxy = environment.proxy(for: target) != nil
    let isSameHost = target.host == address.host || usesProxy && address.isCompleted(by: target)
    // A private host must not make this machine send requests to its neighbours.
    if !isSameHost, !permission.knows(target) { guardian.narrow() }
    let isJudgedByName = guardian.isPublic || usesProxy
    let number = NetworkAddress(target.host)
    if guardian.reach == .publicNetwork,
      isJudgedByName ? target.isPrivateByName : number.map({ !guardian.mayConnect(to: $0) }) == true
    {
      return refusal(of: target.host)
    }
    if target.server != address.server { hasLeft = true }
    next = target
    return nil
  }

  /// The error for a host that is not on the public network.
  private func refusal(of host: String) -> FetchFailure {
    if permission.isOfFile, hops == 0, let address = guardian.refused {
      return .notAllowed(address.text)
    }
    return guardian.isPublic || permission.isPublic ? .forbidden(host) : .unnamed(host)
  }

  // MARK: libcurl's callbacks

  private func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    guard let target = fresnel_curl_address(address),
      guardian.mayConnect(to: NetworkAddress(target))
    else { return CURL_SOCKET_BAD }
    return socket(
      address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
      address.pointee.protocol)
  }

  private func maySend(to remote: String) -> Bool {
    guardian.maySend(to: NetworkAddress(remote), of: address)
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard (200...299).contains(status) else {
      ignored += bytes.count
      return ignored <= Self.mostIgnored
    }
    guard received + bytes.count <= request.limit else {
      isTooLarge = true
      return false
    }
    do throws(Errno) {
      try FileDescriptor.writeAll(bytes, to: body.number, at: request.place + received)
    } catch {
      writeError = error
      return false
    }
    received += bytes.count
    return true
  }

  // MARK: Results

  var status: Int { fresnel_curl_number(easy.pointer, CURLINFO_RESPONSE_CODE) }

  var headers: ResponseHeaders { ResponseHeaders(of: easy.pointer) }

  /// The current progress; `nil` if it is too early for another report.
  func newProgress(now: Double) -> FetchProgress? {
    guard request.reportsProgress, now - lastProgress >= Self.progressInterval,
      (200...299).contains(status)
    else { return nil }
    lastProgress = now
    func bytes(_ info: CURLINFO) -> Int {
      min(max(Int(fresnel_curl_large(easy.pointer, info)), 0), FetchWire.largestBody)
    }
    return FetchProgress(
      received: bytes(CURLINFO_SIZE_DOWNLOAD_T),
      total: bytes(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T))
  }

  /// True after any redirect.
  var wasRedirected: Bool { hops > 0 }

  /// The server's Retry-After in seconds.
  var askedDelay: Double? {
    guard headers["retry-after"] != nil else { return nil }
    let seconds = fresnel_curl_large(easy.pointer, CURLINFO_RETRY_AFTER)
    return seconds > 0 ? Double(seconds) : nil
  }

  /// The result of an attempt.
  enum Outcome {
    /// The whole body is in the file.
    case done
    /// The cached entry is still valid.
    case confirmed
    /// A redirect.
    case leads(to: String)
    /// An error; `isPassing` is true if a retry may succeed.
    case failed(FetchFailure, isPassing: Bool)
  }

  /// The result of an attempt that has ended.
  func outcome(of code: CURLcode) -> Outcome {
    let host = address.host
    if guardian.hasRefused, code != CURLE_OK {
      return .failed(refusal(of: host), isPassing: false)
    }
    if isTooLarge || code == CURLE_FILESIZE_EXCEEDED {
      return .failed(.tooLarge(request.limit), isPassing: false)
    }
    if let writeError {
      return .failed(
        FetchFailure(.other, "the download could not be stored: \(writeError.message)"),
        isPassing: false)
    }
    let isPage = code == CURLE_WRITE_ERROR && ignored > Self.mostIgnored
    guard code == CURLE_OK || isPage else {
      return .failed(
        .of(code, host: host, detail: easy.lastError), isPassing: code.isPassing)
    }
    switch status {
    case 200...299: return .done
    case 304 where kept != nil: return .confirmed
    default:
      if let place = fresnel_curl_text(easy.pointer, CURLINFO_REDIRECT_URL) {
        return .leads(to: String(cString: place))
      }
      return .failed(
        .of(status: status, host: host, asked: askedDelay),
        isPassing: RetryPolicy.isPassing(status))
    }
  }

  /// Passes the received bytes to a function, piece by piece.
  func readBody<E: Error>(_ give: (ArraySlice<UInt8>) throws(E) -> Void) throws(E) {
    var buffer = [UInt8](repeating: 0, count: 262_144)
    var place = 0
    while place < received {
      let wanted = min(buffer.count, received - place)
      let count = pread(body.number, &buffer, wanted, off_t(request.place + place))
      guard count > 0 else { return }
      try give(buffer[..<count])
      place += count
    }
  }

  /// Copies a cached body to the file.
  func fill(from entry: CacheEntry) -> Bool {
    empty()
    guard let count = entry.copyBody(to: body, from: request.place) else { return false }
    received = count
    return true
  }

  /// Empties a file on disk, so that its size is that of the next body.
  ///
  /// The size of a file in memory is sealed, and its remaining bytes don't count.
  private func empty() { ftruncate(body.number, 0) }
}
