import CCurl
import DecoderProtocol

extension FetchFailure {
  /// The error for a libcurl result; `detail` is libcurl's message.
  static func of(_ code: CURLcode, host: String, detail: String) -> FetchFailure {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST:
      FetchFailure(.unknownHost, "the host \(host) is unknown")
    case CURLE_COULDNT_RESOLVE_PROXY:
      FetchFailure(.unknownHost, "the proxy that the environment names is unknown")
    case CURLE_COULDNT_CONNECT:
      FetchFailure(.unreachable, "\(host) can't be reached")
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
      FetchFailure(.unreachable, "\(host) closed the connection")
    case CURLE_PARTIAL_FILE, CURLE_HTTP2_STREAM, CURLE_HTTP2:
      FetchFailure(.unreachable, "\(host) closed the connection before the end")
    case CURLE_OPERATION_TIMEDOUT:
      FetchFailure(.timeout, "\(host) did not answer in time")
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CACERT_BADFILE:
      FetchFailure(
        .untrusted,
        "\(host) can't be trusted: \(detail.isEmpty ? "its certificate is invalid" : detail)")
    case CURLE_SSL_CONNECT_ERROR:
      FetchFailure(.untrusted, "a secure connection to \(host) failed: \(detail)")
    case CURLE_TOO_MANY_REDIRECTS:
      FetchFailure(.redirected, "\(host) redirects too many times")
    case CURLE_UNSUPPORTED_PROTOCOL:
      FetchFailure(.redirected, "\(host) redirects to an address that is not a web address")
    case CURLE_URL_MALFORMAT: FetchFailure(.badAddress, "it is not a web address")
    case CURLE_BAD_CONTENT_ENCODING:
      FetchFailure(.other, "\(host) sent data that can't be decompressed")
    default: FetchFailure(.other, detail.isEmpty ? "it could not be fetched" : detail)
    }
  }

  /// The error for an HTTP status.
  static func of(status: Int, host: String, asked: Double?) -> FetchFailure {
    switch status {
    case 404, 410: FetchFailure(.missing, "there is nothing at that address (\(status))")
    case 401: FetchFailure(.refused, "\(host) asks for a name and a password (401)")
    case 403: FetchFailure(.refused, "\(host) denies access to it (403)")
    case 429, 503:
      FetchFailure(
        .refused,
        "\(host) is too busy (\(status))"
          + (asked.map { ", and asks to wait \(Int($0.rounded(.up))) seconds" } ?? ""))
    case 500...599: FetchFailure(.refused, "\(host) reports an error (\(status))")
    default: FetchFailure(.refused, "\(host) answered \(status)")
    }
  }

  /// The error for a text that is not a web address.
  static func badAddress(_ text: String) -> FetchFailure {
    FetchFailure(
      .badAddress,
      WebAddress.withASCIIHost(text) == nil
        ? "its host's name has no form in ASCII; if it is right, write it as xn--…"
        : "it is not a web address")
  }

  /// The error for a host that a local file names and the user has not allowed.
  static func notAllowed(_ host: String) -> FetchFailure {
    FetchFailure(
      .notAllowed, "a file on this disk names it, and requests to \(host) are not allowed yet",
      host: host)
  }

  /// The error for a host that the address's origin may not refer to.
  static func forbidden(_ host: String) -> FetchFailure {
    FetchFailure(
      .forbidden, "a public document refers to \(host), which is not on the public network")
  }

  /// The error for a private host that another private host refers to, and the user has not named.
  static func unnamed(_ host: String) -> FetchFailure {
    FetchFailure(
      .forbidden,
      "it leads to \(host), which is not on the public network; "
        + "--allow-network=\(host) allows that")
  }

  /// The error for too large a body.
  static func tooLarge(_ limit: Int) -> FetchFailure {
    let size = limit >= 10 << 20 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB"
    return FetchFailure(.tooLarge, "it is larger than \(size)")
  }
}

extension CURLcode {
  /// True if an immediate retry may succeed: an established connection broke.
  var isPassing: Bool {
    switch self {
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE,
      CURLE_HTTP2_STREAM, CURLE_HTTP2:
      true
    default: false
    }
  }
}
