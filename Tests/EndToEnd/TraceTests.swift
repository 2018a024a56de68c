import FaultyServer
import Geometry
import TestSupport
import Testing
import TilePlaces

/// The system calls that opening an address makes.
@Suite(.enabled(if: Tracing.isAllowed, "\(Tracing.missing)"))
struct TraceTests {
  let folder: TemporaryFolder
  let home: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    home = try TemporaryFolder()
  }

  /// The calls of all processes that name files or use the network, and succeeded or are
  /// unfinished.
  private func calls(opening address: String) throws -> [String] {
    let process = try TestProcess(
      "strace",
      [
        "-f", "-qq", "-s", "200", "-o", home["trace"], "-e", "trace=%file,%network",
        RunningViewer.program, "render", address, "-o", home["out.png"],
      ],
      environment: [
        "HOME": home.path, "XDG_CACHE_HOME": home.path + "/cache", "http_proxy": nil,
        "all_proxy": nil, "ALL_PROXY": nil, "DISPLAY": nil, "WAYLAND_DISPLAY": nil,
        "MESA_SHADER_CACHE_DISABLE": "true",
      ])
    #expect(process.wait(limit: 120) == .status(0), "\(process.standardError)")
    let (trace, _) = try PipedProcess("cat", [home["trace"]]).finish()
    return trace.split(separator: "\n").map(String.init).filter { !$0.contains(" = -1 ENO") }
  }

  /// The files that these calls change or create, without those that every process opens.
  private func written(_ calls: [String]) -> [String] {
    let words = [
      "O_WRONLY", "O_RDWR", "O_CREAT", " mkdir", " rename", " unlink", " link", " symlink",
      " truncate", " chmod", " chown",
    ]
    return calls.filter { call in words.contains { call.contains($0) } }
      .flatMap { call in
        call.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      }
      .filter { !$0.hasPrefix("/dev/") && !$0.hasPrefix("/proc/") }
  }

  @Test func theFetcherOpensOnlyItsServerAndItsCache() throws {
    let size = PixelSize(width: 300, height: 200)
    try folder.file(
      "p.dzi",
      Array(
        """
        <?xml version="1.0"?><Image xmlns="http://schemas.microsoft.com/deepzoom/2008"
        Format="png" Overlap="0" TileSize="128"><Size Width="300" Height="200"/></Image>
        """.utf8))
    try TileWriter(folder: folder, size: size).write(
      TileDescription(size: size, layout: .deepZoom(edge: 128, overlap: 0, format: "png")),
      prefix: "p_files/")
    let path = folder.path
    let server = try FaultyServer { .file($0.path, in: path) }
    let calls = try calls(opening: server.address("/p.dzi"))
    #expect(!server.requests.isEmpty)

    let connections = calls.filter { $0.contains("connect(") && $0.contains("sa_family=AF_INET") }
    #expect(!connections.isEmpty)
    for call in connections {
      #expect(
        call.contains("sin_port=htons(\(server.port))") && call.contains("\"127.0.0.1\""),
        "\(call)")
    }
    for word in ["bind(", "listen(", "accept4(", "AF_NETLINK, ", "SOCK_RAW"] {
      #expect(!calls.contains { $0.contains(word) && !$0.contains("AF_UNIX") }, "\(word)")
    }
    for file in written(calls) {
      #expect(
        file.hasPrefix(home.path + "/cache") || file.hasPrefix(home["out.png"]), "\(file)")
    }
    // Once connected, the fetcher reads none of the user's files.
    let started = try #require(calls.firstIndex { $0.contains("execve(") && $0.contains("fetch") })
    let number = try #require(calls[started].split(separator: " ").first)
    let own = calls[started...].filter { $0.hasPrefix(number + " ") && $0.contains("connect(") }
    let connected = try #require(own.first.flatMap { calls.firstIndex(of: $0) })
    for call in calls[connected...]
    where call.hasPrefix(number + " ") && call.contains("openat(") {
      let isOwn = ["\(home.path)/cache", "\"/etc/"].contains {
        call.contains($0)
      }
      #expect(isOwn, "\(call)")
    }
  }
}
