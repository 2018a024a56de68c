import DecoderProtocol
import Testing

@testable import Fetcher

/// The hosts that a request may reach and the secrets that it carries, by the origin of its
/// address.
@Suite struct NetworkPolicyTests {
  private func address(_ text: String) throws -> WebAddress { try #require(WebAddress(text)) }

  @Test func addressesFromFilesNeedPermission() throws {
    var policy = NetworkPolicy()
    let router = try address("http://127.0.0.1:18099/router/reboot?now=1")
    let error = #expect(throws: FetchFailure.self) {
      try policy.permission(for: router, namedBy: .file)
    }
    #expect(error?.code == .notAllowed && error?.host == "127.0.0.1")
    policy.allow("127.0.0.1")
    #expect(try policy.permission(for: router, namedBy: .file).reach == .anywhere)
    #expect(throws: FetchFailure.self) {
      try policy.permission(for: address("http://localhost/"), namedBy: .file)
    }
    policy.allow(nil)
    #expect(
      try policy.permission(for: address("http://localhost/"), namedBy: .file).reach == .anywhere)
  }

  /// A name that the user allowed when asked must not lead to his router before he allows that.
  @Test func aConfirmedNameStaysOnThePublicNetwork() throws {
    var policy = NetworkPolicy()
    func permission(_ text: String) throws -> NetworkPolicy.Permission {
      try policy.permission(for: address(text), namedBy: .file)
    }
    let name = try address("http://photos.example/")
    let router = try #require(NetworkAddress("192.168.1.1"))
    let neighbour = NetworkAddress("192.168.1.2")
    func answers(_ permission: NetworkPolicy.Permission) -> [Bool] {
      var guardian = AddressGuard(
        reach: permission.reach, usesProxy: false, exceptions: permission.allowedAddresses)
      let answers = [
        guardian.mayConnect(to: router), guardian.maySend(to: router, of: name),
        guardian.mayConnect(to: neighbour), guardian.maySend(to: neighbour, of: name),
      ]
      #expect(guardian.refused == (answers[0] ? neighbour : router))
      return answers
    }
    policy.confirm("Photos.example")
    let asked = try permission("http://photos.example/a.jpg")
    #expect(asked.reach == .publicNetwork && asked.isOfFile)
    #expect(answers(asked) == [false, false, false, false])
    policy.confirm(router.text)
    let told = try permission("http://photos.example/a.jpg")
    #expect(answers(told) == [true, true, false, false])
    // A name that shows that it is private, and one allowed in advance, may be anywhere.
    for name in ["localhost", "10.1.2.3", "[::1]"] {
      policy.confirm(name)
      let permission = try permission("http://\(name)/")
      #expect(permission.reach == .anywhere, "\(name)")
    }
    policy.allow("photos.example")
    let allowed = try permission("http://photos.example/a.jpg")
    #expect(allowed.reach == .anywhere)
  }

  /// A private host that the user allowed for a file is still out of reach for what is public.
  @Test func aConfirmedAddressIsOnlyForFiles() throws {
    var policy = NetworkPolicy()
    let router = try #require(NetworkAddress("192.168.1.1"))
    for host in [router.text, "nas"] { policy.confirm(host) }
    let beside = FetchOrigin.web("http://example.org/a", isPublic: true)
    let near = FetchOrigin.web("http://10.0.0.1/a", isPublic: false)
    for host in [router.text, "nas", "photos.example"] {
      let place = try address("http://\(host)/b")
      let asked = try policy.permission(for: place, namedBy: beside)
      #expect(asked.reach == .publicNetwork && asked.knownHosts?.isEmpty == true, "\(host)")
      var guardian = AddressGuard(
        reach: asked.reach, usesProxy: false, exceptions: asked.allowedAddresses)
      let answers = [guardian.mayConnect(to: router), guardian.maySend(to: router, of: place)]
      #expect(answers == [false, false], "\(host)")
      let isConfirmed = host != "photos.example"
      let other = try policy.permission(for: place, namedBy: near)
      #expect(other.reach == (isConfirmed ? .anywhere : .publicNetwork), "\(host)")
      #expect(other.allowedAddresses.isEmpty, "\(host)")
    }
    let ofFile = try policy.permission(for: address("http://192.168.1.1/"), namedBy: .file)
    #expect(ofFile.reach == .anywhere && ofFile.allowedAddresses == Set([router]))
    #expect(ofFile.knownHosts == Set(["192.168.1.1", "nas"]))
  }

  /// Version 6 addresses may be allowed with or without brackets.
  @Test func allowedAddressesAreCompared() throws {
    var policy = NetworkPolicy()
    policy.allow("0:0::1")
    let permission = try policy.permission(for: address("http://[::1]/"), namedBy: .file)
    #expect(permission.reach == .anywhere)
    #expect(NetworkAddress("FE80::1")?.text == "[fe80::1]")
    #expect(NetworkAddress("127.0.0.1")?.text == "127.0.0.1")
  }

  /// The user may write a name as people read it, and a file as networks do.
  @Test func namesInOtherAlphabetsAreCompared() throws {
    var policy = NetworkPolicy()
    policy.allow("Bücher.example")
    for name in ["bücher.example", "xn--bcher-kva.example"] {
      let permission = try policy.permission(for: address("http://\(name)/"), namedBy: .file)
      #expect(permission.reach == .anywhere, "\(name)")
    }
    let netrc = Netrc("machine bücher.example login ann password one")
    #expect(netrc["xn--bcher-kva.example"] == Credentials(name: "ann", password: "one"))
  }

  /// A host that the user types counts as named.
  @Test func aHostTypedByTheUserIsAllowed() throws {
    var policy = NetworkPolicy()
    _ = try policy.permission(for: address("https://example.org/a"), namedBy: .user)
    let permission = try policy.permission(for: address("http://example.org/b"), namedBy: .file)
    #expect(permission.reach == .anywhere)
    #expect(!permission.carriesHeaders && permission.credentials == nil)
  }

  @Test(arguments: [
    // A description on a private host reaches its own host, and otherwise only the public network.
    ("http://10.0.0.1/a", false, "http://10.0.0.1:81/b", true),
    ("http://10.0.0.1/a", false, "http://10.0.0.2/b", false),
    ("http://10.0.0.1/a", false, "http://example.org/b", false),
    // A description on a public host never reaches private ones, not even by its own name, which
    // may resolve to another address.
    ("http://example.org/a", true, "http://example.org/b", false),
    ("http://example.org/a", true, "http://127.0.0.1/b", false),
    ("http://typed.org/a", true, "http://typed.org/b", false),
    ("http://10.0.0.1/a", false, "http://typed.org/b", true),
    ("http://example.org/a", true, "http://allowed.org/b", true),
  ])
  func privateHostsAreReachedOnlyFromThemselvesOrByTheUser(
    from: String, isPublic: Bool, to: String, reachesAll: Bool
  ) throws {
    var policy = NetworkPolicy()
    policy.allow("Allowed.org")
    _ = try policy.permission(for: address("http://typed.org/"), namedBy: .user)
    let permission = try policy.permission(
      for: address(to), namedBy: .web(from, isPublic: isPublic))
    #expect(permission.reach == (reachesAll ? .anywhere : .publicNetwork))
  }

  @Test func secretsStayWithTheServerTypedByTheUser() throws {
    let netrc = Netrc(
      "machine example.org login ann password one\nmachine plain login b password c")
    var policy = NetworkPolicy(netrc: netrc)
    func permission(_ text: String, _ origin: FetchOrigin) throws -> NetworkPolicy.Permission {
      try policy.permission(for: address(text), namedBy: origin)
    }
    let beside = FetchOrigin.web("https://example.org/a", isPublic: true)
    #expect(try permission("https://example.org/b", beside).credentials == nil)
    let ann = Credentials(name: "ann", password: "one")
    #expect(try permission("https://example.org/a", .user).credentials == ann)
    #expect(try permission("https://example.org/b", beside).credentials == ann)
    #expect(try permission("https://example.org/b", beside).carriesHeaders)
    for other in ["https://example.org:444/b", "http://example.org/b", "https://other.org/"] {
      let permission = try permission(other, beside)
      #expect(permission.credentials == nil && !permission.carriesHeaders, "\(other)")
    }
    // Plain HTTP would reveal them to the network.
    #expect(try permission("http://plain/", .user).credentials == nil)
    // Credentials in an address are sent to its server, for it and for what lies beside it.
    let bob = Credentials(name: "bob", password: "p w")
    #expect(try permission("http://bob:p%20w@plain/", .user).credentials == bob)
    let besidePlain = FetchOrigin.web("http://plain/x.dzi", isPublic: false)
    #expect(try permission("http://plain/tile", besidePlain).credentials == bob)
    // In any other address, credentials are ignored.
    #expect(try permission("http://eve:x@other/", besidePlain).credentials == nil)
  }

  /// Plain HTTP to this machine reveals a password to nobody, unless it goes through a proxy.
  @Test(arguments: [("", true), ("http://10.9.9.9:8080", false)])
  func passwordsForThisMachineStayOnIt(proxy: String, isSent: Bool) throws {
    let environment = NetworkEnvironment { $0 == "http_proxy" && !proxy.isEmpty ? proxy : nil }
    var policy = NetworkPolicy(
      netrc: Netrc("machine localhost login ann password one"), environment: environment)
    let permission = try policy.permission(for: address("http://localhost/"), namedBy: .user)
    #expect((permission.credentials != nil) == isSent)
  }

  @Test func addressesLoseTheirPasswords() throws {
    #expect(try address("http://bob:secret@a/b?c#d").text == "http://a/b?c#d")
    #expect(try address("https://a/b?c").text == "https://a/b?c")
  }

  @Test func passwordFilesAreRead() {
    let netrc = Netrc(
      """
      # machine commented login x password y
      machine A login ann
        password "a \\"quoted\\" one"
      machine b macdef init
      machine c login no

      machine d account z login dan password #hash
      default login any password all
      """)
    #expect(netrc["a"] == Credentials(name: "ann", password: "a \"quoted\" one"))
    #expect(netrc["d"] == Credentials(name: "dan", password: "#hash"))
    for host in ["commented", "b", "c", "default", "other", ""] { #expect(netrc[host] == nil) }
  }

  /// The examples of FIPS 180-4.
  @Test func digestsEqualTheStandards() {
    #expect(
      SHA256.digits(of: Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      SHA256.digits(of: [])
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      SHA256.digits(of: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8))
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      SHA256.digits(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
