import CCurl
import FetchProtocol
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

  /// Says what is to be fetched, and how patiently.
  func prepare(environment: NetworkEnvironment, settings: FetchSettings) {
    fresnel_curl_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText)
    fresnel_curl_set_text(pointer, CURLOPT_USERAGENT, "Fresnel/\(FresnelVersion.number)")
    fresnel_curl_set_text(pointer, CURLOPT_PROTOCOLS_STR, "http,https")
    fresnel_curl_set_text(pointer, CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    number(CURLOPT_NOSIGNAL, 1)
    // HTTP/2 where TLS agrees on it; requests wait for a connection that can carry several.
    number(CURLOPT_HTTP_VERSION, fresnel_curl_http2_tls)
    number(CURLOPT_PIPEWAIT, 1)
    number(CURLOPT_TCP_KEEPALIVE, 1)
    // Every packing that libcurl was built with.
    fresnel_curl_set_text(pointer, CURLOPT_ACCEPT_ENCODING, "")
    number(CURLOPT_CONNECTTIMEOUT_MS, settings.connectPatience)
    number(CURLOPT_LOW_SPEED_LIMIT, 1)
    number(CURLOPT_LOW_SPEED_TIME, max(1, (settings.stallPatience + 999) / 1000))
    if let netrc = environment.netrc {
      number(CURLOPT_NETRC, fresnel_curl_netrc_optional)
      fresnel_curl_set_text(pointer, CURLOPT_NETRC_FILE, netrc)
    }
    if let file = environment.certificateFile {
      fresnel_curl_set_text(pointer, CURLOPT_CAINFO, file)
    }
    if let folder = environment.certificateFolder {
      fresnel_curl_set_text(pointer, CURLOPT_CAPATH, folder)
    }
  }

  /// Says what is asked next, with some header lines, and how many redirects libcurl follows by
  /// itself; with 0 it says where the first one leads.
  func ask(_ address: String, headerLines: [String], redirects: Int) {
    fresnel_curl_set_text(pointer, CURLOPT_URL, address)
    number(CURLOPT_FOLLOWLOCATION, redirects > 0 ? 1 : 0)
    number(CURLOPT_MAXREDIRS, redirects)
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
