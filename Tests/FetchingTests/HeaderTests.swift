import DecoderProtocol
import FaultyServer
import Fetching
import Glibc
import TestSupport
import Testing

@testable import Fetcher

/// The user's header file: which servers get its headers, and which never do.
@Suite struct HeaderTests {
  private func pool(_ text: String) throws -> TestFetchPool {
    let folder = try TemporaryFolder()
    return try TestFetchPool(
      folder: folder, headerFile: try folder.file("headers", Array(text.utf8)))
  }

  private static func token(_ request: WebRequest) -> WebReply {
    .text(request.headers["x-token"] ?? request.headers["authorization"] ?? "nothing")
  }

  @Test func onlyTheNamedServerGetsItsHeaders() throws {
    let (named, other) = (try FaultyServer(Self.token), try FaultyServer(Self.token))
    let pool = try pool(
      """
      # A token.
      [http://127.0.0.1:\(named.port)]
        X-Token:  secret

      """)
    #expect(try pool.text(named.address("/a")) == "secret")
    #expect(try pool.text(named.address("/b")) == "secret")
    // Another port is another server, and so is another name of the same host.
    #expect(try pool.text(other.address("/")) == "nothing")
    #expect(try pool.text("http://localhost:\(named.port)/c") == "nothing")
  }

  @Test func aRedirectKeepsHeadersOnTheSameServerOnly() throws {
    let other = try FaultyServer(Self.token)
    let named = try FaultyServer { request in
      switch request.path {
      case "/away": .redirect(to: "http://127.0.0.1:\(other.port)/x")
      case "/here": .redirect(to: "/there")
      case "/circle": .redirect(to: "/circle")
      case "/file": .redirect(to: "file:///etc/passwd")
      default: Self.token(request)
      }
    }
    let pool = try pool("[http://127.0.0.1:\(named.port)]\nAuthorization: Bearer secret")
    let away = try pool.fetch(named.address("/away")).get()
    #expect(String(decoding: away.bytes(), as: UTF8.self) == "nothing")
    #expect(away.answer.address == other.address("/x"))
    #expect(other.requests.allSatisfy { $0.headers["authorization"] == nil })
    let here = try pool.fetch(named.address("/here")).get()
    #expect(String(decoding: here.bytes(), as: UTF8.self) == "Bearer secret")
    #expect(here.answer.address == named.address("/there"))
    #expect(try pool.failure(named.address("/circle")) == .redirected)
    #expect(try pool.failure(named.address("/file")) == .redirected)
  }

  /// A redirect from another server to the one with a token doesn't send the token.
  @Test func aRedirectFromAnotherServerGetsNoHeaders() throws {
    let named = try FaultyServer(Self.token)
    let other = try FaultyServer { _ in .redirect(to: named.address("/")) }
    let pool = try pool("[http://127.0.0.1:\(named.port)]\nX-Token: secret")
    #expect(try pool.text(other.address("/")) == "nothing")
    // A redirect that leaves the server and returns doesn't send it either.
    let back = try FaultyServer { request in
      request.path == "/" ? .redirect(to: "http://127.0.0.1:\(named.port)/back") : WebReply(404)
    }
    let bouncing = try FaultyServer { request in
      request.path == "/" ? .redirect(to: back.address("/")) : Self.token(request)
    }
    let second = try self.pool(
      "[http://127.0.0.1:\(bouncing.port)]\nX-Token: one\n"
        + "[http://127.0.0.1:\(named.port)]\nX-Token: two")
    #expect(try second.text(bouncing.address("/")) == "nothing")
  }

  @Test func everyAttemptSendsTheHeaders() throws {
    let server = try FaultyServer { $0.count == 0 ? WebReply(503) : Self.token($0) }
    let pool = try pool("[http://127.0.0.1:\(server.port)]\nX-Token: secret")
    #expect(try pool.text(server.address("/")) == "secret")
    #expect(server.requests.allSatisfy { $0.headers["x-token"] == "secret" })
  }

  @Test(arguments: [
    ("X: y", "line 1 of the header file is not below a server"),
    ("[https://a/b]", "line 1 of the header file is not a server"),
    ("[ftp://a]", "is not a server"), ("[u:p@a]", "is not a server"), ("[a", "is not a server"),
    ("[a]\nno header", "line 2 of the header file is not a header"),
    ("[a]\nX:", "is not a header"), ("[a]\nX y: z", "is not a header"),
    ("[a]\nHost: b", "sets Host, which can't be set"),
  ])
  func invalidLinesGiveASentenceWithTheirNumber(text: String, words: String) throws {
    let error = #expect(throws: FetchFailure.self) { try HeaderRules(text) }
    #expect(error?.sentence.contains(words) == true, "\(error?.sentence ?? "")")
  }

  @Test func aServerWithoutASchemeMeansHTTPS() throws {
    let rules = try HeaderRules("[Example.org]\nA: b\n[http://example.org:81]\nC: d\nE:f")
    func lines(_ address: String) throws -> [String] {
      rules.lines(for: try #require(WebAddress(address)))
    }
    #expect(try lines("https://example.org/x") == ["A: b"])
    #expect(try lines("http://example.org/x").isEmpty)
    #expect(try lines("http://example.org:81/") == ["C: d", "E: f"])
    #expect(try lines("https://sub.example.org/").isEmpty)
  }

  /// Without the headers that the user wants to send, nothing is fetched.
  @Test func anUnusableHeaderFileStopsEveryRequest() throws {
    let server = try FaultyServer(Self.token)
    func sentence(_ pool: TestFetchPool) throws -> String {
      guard case .failure(let error) = try pool.fetch(server.address("/")) else { return "" }
      return error.sentence
    }
    #expect(try sentence(pool("X: y")).contains("line 1 of the header file"))
    #expect(
      try sentence(pool(String(repeating: "#", count: 65_537))).contains("is larger than 64 KiB"))
    let missing = try TestFetchPool(headerFile: "/nonexistent/headers")
    #expect(try sentence(missing).contains("the header file /nonexistent/headers can't be read"))
    #expect(
      try sentence(TestFetchPool(headerFile: "/tmp")).contains("the header file /tmp is not a file")
    )
    #expect(server.requests.isEmpty)
  }
}
