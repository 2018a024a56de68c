import CCurl
import DecoderProtocol
import Platform

/// A libcurl easy handle with its options and their memory.
final class EasyHandle {
  /// libcurl's handle.
  let pointer: UnsafeMutableRawPointer
  private let errorText: UnsafeMutablePointer<CChar>
  private var lines: UnsafeMutablePointer<curl_slist>?

  init?() {
    guard let pointer = curl_easy_init() else { return nil }
    self.pointer = pointer
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_easy_cleanup(pointer)
    curl_slist_free_all(lines)
    errorText.deallocate()
  }

  /// libcurl's message for the last error.
  var lastError: String { String(cString: errorText) }

  /// Sets the options for all attempts.
  func prepare(environment: NetworkEnvironment, settings: FetchSettings) {
    fresnel_curl_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText)
    fresnel_curl_set_text(pointer, CURLOPT_USERAGENT, "Fresnel/\(FresnelVersion.number)")
    fresnel_curl_set_text(pointer, CURLOPT_PROTOCOLS_STR, "http,https")
    // `WebTransfer` follows redirects, and decides what is sent along.
    number(CURLOPT_FOLLOWLOCATION, 0)
    number(CURLOPT_NOSIGNAL, 1)
    // HTTP/2 if TLS negotiates it.
    number(CURLOPT_HTTP_VERSION, fresnel_curl_http2_tls)
    number(CURLOPT_TCP_KEEPALIVE, 1)
    // All encodings that libcurl was built with.
    fresnel_curl_set_text(pointer, CURLOPT_ACCEPT_ENCODING, "")
    number(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout)
    number(CURLOPT_LOW_SPEED_LIMIT, Self.lowestRate)
    number(CURLOPT_LOW_SPEED_TIME, max(1, (settings.stallTimeout + 999) / 1000))
    // Proxy variables have been evaluated already.
    fresnel_curl_set_text(pointer, CURLOPT_NOPROXY, "")
    if let file = environment.certificateFile {
      fresnel_curl_set_text(pointer, CURLOPT_CAINFO, file)
    }
    if let folder = environment.certificateFolder {
      fresnel_curl_set_text(pointer, CURLOPT_CAPATH, folder)
    }
  }

  /// A transfer slower than this, in bytes per second, counts as stalled: otherwise a server that
  /// sends a byte now and then could hold a connection forever.
  private static let lowestRate = 1024

  /// Sets the next address, and what is sent to its server only.
  func ask(
    _ address: String, proxy: String?, headerLines: [String], credentials: Credentials?
  ) {
    fresnel_curl_set_text(pointer, CURLOPT_URL, address)
    // Requests wait for a connection that may be multiplexed; plain HTTP never is, and they would
    // wait for the first one's answer.
    number(CURLOPT_PIPEWAIT, address.utf8.starts(with: "https:".utf8) ? 1 : 0)
    fresnel_curl_set_text(pointer, CURLOPT_PROXY, proxy ?? "")
    fresnel_curl_set_text(pointer, CURLOPT_USERNAME, credentials?.name)
    fresnel_curl_set_text(pointer, CURLOPT_PASSWORD, credentials?.password)
    fresnel_curl_set_headers(pointer, nil)
    curl_slist_free_all(lines)
    lines = nil
    for line in headerLines { lines = curl_slist_append(lines, line) }
    if lines != nil { fresnel_curl_set_headers(pointer, lines) }
    errorText.pointee = 0
  }

  /// Limits the next attempt to a time in seconds.
  func limit(to seconds: Double) {
    // 0 would mean no limit.
    number(CURLOPT_TIMEOUT_MS, max(1, Int(seconds * 1000)))
  }

  private func number(_ option: CURLoption, _ value: Int) {
    fresnel_curl_set_number(pointer, option, value)
  }
}
