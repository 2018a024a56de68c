import DecoderProtocol
import Testing

@testable import Fetcher

/// The pure parts of the fetcher.
@Suite struct FetcherPartTests {
  @Test(arguments: [
    "127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255", "198.18.0.1",
    "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1",
  ])
  func theAddressIsNotPublic(text: String) throws {
    #expect(try !#require(NetworkAddress(text)).isPublic)
  }

  @Test(arguments: [
    "8.8.8.8", "172.15.0.1", "172.32.0.1", "100.63.0.1", "192.0.1.1", "198.20.0.1",
    "2606:4700::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::", "[2a00::1]",
  ])
  func theAddressIsPublic(text: String) throws {
    #expect(try #require(NetworkAddress(text)).isPublic)
  }

  @Test func addressesAreParsed() throws {
    let address = try #require(WebAddress("HTTPS://user:pw@Example.ORG/a?b"))
    #expect(address.server == "https://example.org:443")
    #expect(WebAddress("http://[::1]:8080/x")?.port == 8080)
    #expect(WebAddress("file:///etc/passwd") == nil)
    #expect(WebAddress("example.org/x") == nil)
    #expect(try #require(WebAddress("http://localhost./")).isPrivateByName)
    #expect(try #require(WebAddress("http://a.localhost:3/")).isPrivateByName)
    #expect(try #require(WebAddress("http://0x7f.1/")).isPrivateByName)
    #expect(try #require(WebAddress("http://[::1]/")).isPrivateByName)
    #expect(try !#require(WebAddress("http://localhost.org/")).isPrivateByName)
  }

  /// Rules about hosts must see what libcurl contacts, however the name is written.
  @Test(arguments: [
    ("http://bücher.example/ä?b#c", "http://xn--bcher-kva.example/ä?b#c", false),
    ("http://B%C3%9CCHER.example:81/%20", "http://xn--bcher-kva.example:81/%20", false),
    ("http://１２７.０.０.１/", "http://127.0.0.1/", true),
    ("http://０ｘ７ｆ.１/", "http://127.0.0.1/", true),
    ("http://ｌｏｃａｌｈｏｓｔ/", "http://localhost/", true),
    ("http://localhost。/", "http://localhost./", true),
    ("http://local\u{AD}host/", "http://localhost/", true),
    ("http://nas。lan/", "http://nas.lan/", true),
  ])
  func namesBecomeASCII(text: String, plain: String, isPrivate: Bool) throws {
    let address = try #require(WebAddress(text))
    let expected = try #require(WebAddress(plain))
    #expect(address.server == expected.server)
    #expect(address.isPrivateByName == isPrivate)
    if !isPrivate { #expect(address.text == plain) }
  }

  @Test(arguments: [
    "http://a／b.example/", "http://a＠b.example/", "http://☃.example/", "http://%FF.example/",
    "http://b\u{202E}.example/",
  ])
  func namesWithoutAnASCIIFormAreRefused(text: String) {
    #expect(WebAddress(text) == nil)
    let failure = FetchFailure.badAddress(text)
    #expect(failure.code == .badAddress && failure.sentence.contains("xn--"))
    #expect(!FetchFailure.badAddress("gopher://a/").sentence.contains("xn--"))
  }

  /// Behind a proxy, only the name of a host is known.
  @Test(arguments: [
    ("router", true), ("ip6-localhost", true), ("nas.", true), ("nas.local", true),
    ("nas.lan", true), ("Printer.Home.Arpa", true), ("db.corp.internal.", true),
    ("lan.example.org", false), ("xlan.org", false), ("internal.com", false),
    ("127.%31", true), ("%30x7f.1", true), ("0x7f.1.", true), ("localhost..", true),
    ("8.8.8.8.", false), ("8.8.8.8", false), ("1.example.org", false),
  ])
  func namesOfLocalNetworksAreKnown(host: String, isPrivate: Bool) throws {
    let address = try #require(WebAddress("http://\(host)/"))
    #expect(address.isPrivateByName == isPrivate)
  }

  @Test func aPublicHostMayNotBecomePrivate() {
    let name = WebAddress("http://a/")
    var guardian = AddressGuard(reach: .anywhere, usesProxy: false)
    let (near, far) = (NetworkAddress("127.0.0.1"), NetworkAddress("8.8.8.8"))
    func maySend(_ address: NetworkAddress?) -> Bool {
      name.map { guardian.maySend(to: address, of: $0) } ?? false
    }
    #expect(maySend(near))
    #expect(!guardian.isPublic)
    #expect(maySend(far))
    #expect(guardian.isPublic && !guardian.hasRefused)
    let mayConnect = guardian.mayConnect(to: near)
    #expect(!mayConnect)
    #expect(!maySend(near))
    #expect(guardian.hasRefused)
  }

  @Test func aProxysOwnAddressIsNotChecked() throws {
    let near = NetworkAddress("10.0.0.1")
    let (far, here) = (
      try #require(WebAddress("http://example.org/")), try #require(WebAddress("http://localhost/"))
    )
    var proxied = AddressGuard(reach: .publicNetwork, usesProxy: true)
    let answers = [
      proxied.mayConnect(to: near), proxied.maySend(to: near, of: far),
      proxied.maySend(to: near, of: here),
    ]
    #expect(answers == [true, true, false])
    var direct = AddressGuard(reach: .publicNetwork, usesProxy: false)
    let mayConnect = direct.mayConnect(to: near)
    #expect(!mayConnect)
  }

  /// Hosts in `no_proxy` are contacted directly, whatever the proxy's port is: then the host's own
  /// address is checked.
  @Test(arguments: [
    ("vm", "http://vm:18097/", true), ("vm", "http://other:18097/", false),
    (".example.org", "https://a.example.org/", true), ("example.org", "http://example.org./", true),
    ("example.org", "http://badexample.org/", false), ("*", "http://x/", true),
    ("10.0.0.0/8, 127.0.0.1", "http://10.9.9.9/", true), ("10.0.0.0/8", "http://11.0.0.1/", false),
    ("127.0.0.1", "http://127.0.0.1:8/", true), ("", "http://x/", false),
    ("10.0.0.0/99", "http://10.0.0.1/", false), ("::1", "http://[::1]/", true),
    (".Bücher.example", "http://a.bücher.example/", true),
  ])
  func hostsInNoProxyAreContactedDirectly(list: String, address: String, isExempt: Bool) throws {
    let variables = ["http_proxy": "http://10.9.9.9:18097", "no_proxy": list]
    let environment = NetworkEnvironment { variables[$0] }
    let isHTTP = address.hasPrefix("http:")
    let proxy = environment.proxy(for: try #require(WebAddress(address)))
    #expect(proxy == (isExempt || !isHTTP ? nil : "http://10.9.9.9:18097"))
  }

  @Test func retriesBackOffAndObeyTheServer() {
    let policy = RetryPolicy(
      settings: FetchSettings(attempts: 4, firstDelay: 1000, longestDelay: 30_000))
    #expect(policy.delay(afterAttempts: 1, asked: nil, chance: 0.5) == 1)
    #expect(policy.delay(afterAttempts: 3, asked: nil, chance: 0.5) == 4)
    #expect(policy.delay(afterAttempts: 4, asked: nil, chance: 0.5) == nil)
    #expect(policy.delay(afterAttempts: 1, asked: 7, chance: 0) == 7)
    #expect(policy.delay(afterAttempts: 1, asked: 31, chance: 0) == nil)
  }

  @Test func aServerGetsAFewRequestsAtOnce() {
    var queue = HostQueue<Int>(mostAtOnce: 2)
    for number in 0..<4 { queue.add(number, server: "a") }
    queue.add(9, server: "b")
    func next(_ now: Double) -> Int? { queue.next(now: now)?.item }
    #expect([next(0), next(0), next(0), next(0)] == [0, 1, 9, nil])
    queue.ended(server: "a")
    queue.pause("a", until: 5)
    #expect(next(1) == nil)
    #expect(queue.nextTime == 5)
    queue.putBack(0, server: "a", notBefore: 7)
    #expect([next(5), next(5)] == [2, nil])
    queue.ended(server: "a")
    #expect(next(6) == 3)
    // The postponed request also waits for one of the two to end, which is checked then.
    #expect(queue.nextTime == nil)
    queue.ended(server: "a")
    #expect(queue.nextTime == 7)
  }

  /// A request that becomes due between `next` and `nextTime` isn't forgotten.
  @Test func requestsThatBecomeDueAreSent() {
    var queue = HostQueue<Int>(mostAtOnce: 2)
    queue.putBack(0, server: "a", notBefore: 5)
    func next(_ now: Double) -> Int? { queue.next(now: now)?.item }
    #expect(next(4.999) == nil)
    #expect(queue.nextTime == 5)
    #expect(next(5.001) == 0)
    #expect(queue.nextTime == nil)
  }

  /// A redirect is queued under another server than the one whose place it had.
  @Test func itemsComeWithTheServerWhosePlaceTheyHave() {
    var queue = HostQueue<Int>(mostAtOnce: 1)
    func next() -> String? { queue.next(now: 0)?.server }
    queue.add(0, server: "a")
    let first = next()
    queue.ended(server: "a")
    queue.putBack(0, server: "b", notBefore: 0)
    queue.add(1, server: "a")
    let others = [next(), next()]
    #expect(first == "a" && others == ["b", "a"])
    for server in ["a", "b"] { queue.ended(server: server) }
    #expect(queue.isEmpty)
  }

  @Test(arguments: [
    ("Cache-Control: max-age=60", 60.0, true, true),
    ("Cache-Control: max-age=60, must-revalidate", 60, true, false),
    ("Cache-Control: \"x\", Max-Age=60\nAge: 20", 40, true, true),
    ("Cache-Control: no-cache, max-age=60", 0, true, false),
    ("Cache-Control: no-store", 0, false, true),
    ("Vary: *\nCache-Control: max-age=60", 60, false, true),
    (
      "Date: Thu, 01 Jan 2026 00:00:00 GMT\nExpires: Thu, 01 Jan 2026 00:02:00 GMT", 120, true, true
    ),
    ("Expires: 0", 0, true, true),
    (
      "Date: Thu, 01 Jan 2026 00:00:00 GMT\nLast-Modified: Wed, 31 Dec 2025 23:58:20 GMT", 10, true,
      true
    ),
    (
      "Date: Thu, 01 Jan 2026 00:00:00 GMT\nLast-Modified: Thu, 01 Jan 2015 00:00:00 GMT", 86400,
      true, true
    ),
    ("X: y", 0, true, true),
  ])
  func freshnessFollowsHTTP(lines: String, lifetime: Double, isKept: Bool, servesStale: Bool) {
    var fields: [String: String] = [:]
    for line in lines.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon].lowercased()] = String(line[line.index(colon, offsetBy: 2)...])
    }
    let freshness = Freshness(ResponseHeaders(fields), now: 1_767_225_600)
    #expect(freshness.lifetime == lifetime)
    #expect(freshness.isKept == isKept)
    #expect(freshness.servesStale == servesStale)
  }

  @Test func validRecordsRoundTrip() throws {
    let record = CacheRecord(
      key: SHA256.digits(of: []), effectiveAddress: "http://b/", isPublic: true, freshUntil: 12,
      servesStale: false, etag: "\"x\"", lastModified: "", bodyCount: 5, bodySum: 6)
    let bytes = record.encoded
    let read = try #require(CacheRecord.read(bytes + [1, 2, 3]))
    #expect(read.record == record && read.bodyStart == bytes.count)
    for count in 0..<bytes.count { #expect(CacheRecord.read(Array(bytes[..<count])) == nil) }
  }
}
