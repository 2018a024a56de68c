import CCurl
import DecoderProtocol
import Platform

/// One request of libcurl's: its options, and the memory that they need.
final class EasyHandle {
  /// The handle.
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

  /// libcurl's own sentence of what went wrong.
  var lastError: String { String(cString: errorText) }

  /// Sets what holds for every attempt; `deadline` is in seconds, 0 for none.
  func prepare(environment: NetworkEnvironment, settings: FetchSettings, deadline: Int) {
    fresnel_curl_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText)
    fresnel_curl_set_text(pointer, CURLOPT_USERAGENT, "Fresnel/\(FresnelVersion.number)")
    fresnel_curl_set_text(pointer, CURLOPT_PROTOCOLS_STR, "http,https")
    // Redirects are followed by `WebTransfer`, which decides what goes along.
    number(CURLOPT_FOLLOWLOCATION, 0)
    number(CURLOPT_NOSIGNAL, 1)
    // HTTP/2 where TLS agrees on it; requests wait for a connection that can carry several.
    number(CURLOPT_HTTP_VERSION, fresnel_curl_http2_tls)
    number(CURLOPT_PIPEWAIT, 1)
    number(CURLOPT_TCP_KEEPALIVE, 1)
    // Every packing that libcurl was built with.
    fresnel_curl_set_text(pointer, CURLOPT_ACCEPT_ENCODING, "")
    number(CURLOPT_CONNECTTIMEOUT_MS, settings.connectPatience)
    number(CURLOPT_LOW_SPEED_LIMIT, Self.lowestRate)
    number(CURLOPT_LOW_SPEED_TIME, max(1, (settings.stallPatience + 999) / 1000))
    number(CURLOPT_TIMEOUT, deadline)
    // What the environment says of proxies has been read already.
    fresnel_curl_set_text(pointer, CURLOPT_NOPROXY, "")
    if let file = environment.certificateFile {
      fresnel_curl_set_text(pointer, CURLOPT_CAINFO, file)
    }
    if let folder = environment.certificateFolder {
      fresnel_curl_set_text(pointer, CURLOPT_CAPATH, folder)
    }
  }

  /// Bytes a second below which a transfer counts as stalled: a server that sends a byte now and
  /// then would hold a connection for ever.
  private static let lowestRate = 1024

  /// Sets what is asked next: an address, and what goes along to its server alone.
  func ask(
    _ address: String, proxy: String?, headerLines: [String], credentials: Credentials?
  ) {
    fresnel_curl_set_text(pointer, CURLOPT_URL, address)
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

  private func number(_ option: CURLoption, _ value: Int) {
    fresnel_curl_set_number(pointer, option, value)
  }
}
