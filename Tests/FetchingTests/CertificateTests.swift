import DecoderProtocol
import FaultyServer
import Fetching
import Glibc
import TestSupport
import Testing

/// HTTPS servers with valid and invalid certificates.
@Suite(.enabled(if: TestProcess.canFind("openssl"), "openssl makes certificates and serves"))
struct CertificateTests {
  /// A server with a self-signed certificate for a name.
  private final class SafeServer {
    let folder: TemporaryFolder
    let port: Int
    let certificate: String
    private let process: TestProcess

    init(names: String) throws {
      folder = try TemporaryFolder()
      port = try FaultyServer.freePort()
      certificate = folder["certificate.pem"]
      let key = folder["key.pem"]
      let making = try TestProcess(
        "openssl",
        [
          "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test",
          "-addext", "subjectAltName=\(names)", "-keyout", key, "-out", certificate,
        ])
      try #require(making.wait(limit: 60) == .status(0), "\(making.standardError)")
      try folder.file("here.txt", Array("safe".utf8))
      // The server serves the files of its working directory.
      process = try TestProcess(
        "sh",
        [
          "-c",
          "cd '\(folder.path)' && exec openssl s_server -quiet -accept 127.0.0.1:\(port) -WWW "
            + "-cert '\(certificate)' -key '\(key)'",
        ])
      let port = port
      let answers = waitUntil(60, every: 0.05) {
        let probe = try? TestProcess("bash", ["-c", ": <>/dev/tcp/127.0.0.1/\(port)"])
        return probe?.wait(limit: 60) == .status(0)
      }
      try #require(answers, "\(process.standardError)")
    }

    var address: String { "https://127.0.0.1:\(port)/here.txt" }
  }

  @Test func aTrustedServerIsFetchedFrom() throws {
    let server = try SafeServer(names: "IP:127.0.0.1")
    let pool = try TestFetchPool(environment: ["SSL_CERT_FILE=\(server.certificate)"])
    #expect(try pool.text(server.address) == "safe")
  }

  @Test func aCertificateForAnotherNameIsRefused() throws {
    let server = try SafeServer(names: "DNS:example.org")
    let pool = try TestFetchPool(environment: ["SSL_CERT_FILE=\(server.certificate)"])
    guard case .failure(let error) = try pool.fetch(server.address) else {
      Issue.record("it was fetched")
      return
    }
    #expect(error.sentence.hasPrefix("127.0.0.1 can't be trusted"), "\(error.sentence)")
    guard case .failed(let failure) = error else { return }
    #expect(failure.code == .untrusted)
  }

  @Test func anUntrustedCertificateIsRefused() throws {
    let server = try SafeServer(names: "IP:127.0.0.1")
    #expect(try TestFetchPool().failure(server.address) == .untrusted)
  }
}
