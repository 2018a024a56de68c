import CCurl
import FetchProtocol
import Platform

/// One request of libcurl's: its options, and the memory that they need.
final class EasyHandle {
  /// The handle.
  let pointer: UnsafeMutableRawPointer
  private let errorText: UnsafeMutablePointer<CChar>
  private var conditions: UnsafeMutablePointer<curl_slist>?

  /// The most redirects.
  private static let mostRedirects = 8

  init?() {
    guard let pointer = curl_easy_init() else { return nil }
    self.pointer = pointer
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_easy_cleanup(pointer)
    curl_slist_free_all(conditions)
    errorText.deallocate()
  }

  /// libcurl's own sentence of what went wrong.
  var lastError: String { String(cString: errorText) }

  /// Says what is to be fetched, and how patiently.
  func prepare(_ address: String, environment: NetworkEnvironment, settings: FetchSettings) {
    fresnel_curl_set_text(pointer, CURLOPT_URL, address)
    fresnel_curl_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText)
    fresnel_curl_set_text(pointer, CURLOPT_USERAGENT, "Fresnel/\(FresnelVersion.number)")
    fresnel_curl_set_text(pointer, CURLOPT_PROTOCOLS_STR, "http,https")
    fresnel_curl_set_text(pointer, CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    number(CURLOPT_FOLLOWLOCATION, 1)
    number(CURLOPT_MAXREDIRS, Self.mostRedirects)
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

  /// Asks for the body only where it is another than the one that is known.
  func setConditions(etag: String?, modified: String?) {
    fresnel_curl_set_headers(pointer, nil)
    curl_slist_free_all(conditions)
    conditions = nil
    if let etag { conditions = curl_slist_append(conditions, "If-None-Match: \(etag)") }
    if let modified {
      conditions = curl_slist_append(conditions, "If-Modified-Since: \(modified)")
    }
    if conditions != nil { fresnel_curl_set_headers(pointer, conditions) }
    errorText.pointee = 0
  }

  private func number(_ option: CURLoption, _ value: Int) {
    fresnel_curl_set_number(pointer, option, value)
  }
}
