import FaultyServer
import Geometry
import Glibc
import TestSupport
import Testing

/// Independent servers on this machine: nginx with files cut by libvips, and IIPImage.
@Suite(.enabled(if: RealServers.areInstalled, "nginx, iipimage-server and vips are not installed"))
struct RealServerTests {
  let folder: TemporaryFolder
  let servers: RealServers
  let picture: String
  private let size = PixelSize(width: 1201, height: 803)

  init() throws {
    folder = try TemporaryFolder()
    // Smooth in all channels, so that JPEG tiles stay close to it.
    let grid = PixelGrid(
      width: 1201, height: 803,
      opaque: { x, y in
        UInt32(x * 255 / 1200) << 16 | UInt32(y * 255 / 802) << 8 | UInt32((x + y) * 255 / 2002)
      })
    picture = try folder.picture("picture.png", grid)
    servers = try RealServers(folder)
  }

  private func vips(_ words: String...) throws {
    let process = try TestProcess("vips", words)
    let exit = process.wait(limit: 60)
    try #require(exit == .status(0), "\(words): \(process.standardError)")
  }

  private func pixels(_ address: String) throws -> PixelGrid {
    try RenderRun.pixels(
      address, ["--zoom", "1"], in: folder,
      environment: [
        "HOME": folder.path, "XDG_CACHE_HOME": folder.path + "/cache", "http_proxy": nil,
        "all_proxy": nil, "ALL_PROXY": nil,
      ])
  }

  @Test(arguments: [
    ("dz", 0, "/t.dzi"), ("dz", 1, "/t.dzi"), ("dz", 2, "/t.dzi"),
    ("zoomify", 0, "/t/ImageProperties.xml"), ("iiif", 0, "/t/info.json"),
    ("iiif3", 0, "/t/info.json"), ("google", 0, "/t/{z}/{y}/{x}.png#1201x803"),
  ])
  func libvipsTilesEqualThePicture(layout: String, overlap: Int, path: String) throws {
    try vips(
      "dzsave", picture, folder["t"], "--layout", layout, "--overlap", "\(overlap)", "--suffix",
      ".png", "--id", servers.address(""))
    let seen = try pixels(servers.address(path))
    #expect(seen.difference(from: try PixelGrid(png: picture)) == nil)
  }

  @Test(arguments: [
    "/iip?IIIF=p.tif/info.json", "/iip?DeepZoom=p.tif.dzi",
    "/iip?Zoomify=/p.tif/ImageProperties.xml", "/iip?FIF=/p.tif", "/iip?QLT=95&FIF=/p.tif",
  ])
  func iipImageTilesAreCloseToThePicture(path: String) throws {
    try vips(
      "tiffsave", picture, folder["p.tif"], "--tile", "--pyramid", "--compression", "deflate")
    let seen = try pixels(servers.address(path))
    #expect(seen.size == size)
    #expect(seen.psnr(try PixelGrid(png: picture)) >= 40)
  }
}

/// nginx and IIPImage, serving a folder on ports of their own.
final class RealServers {
  private static let nginx = "/usr/sbin/nginx"
  private static let iipsrv = "/usr/lib/iipimage-server/iipsrv.fcgi"
  static var areInstalled: Bool {
    let programs: [String] = [nginx, iipsrv, "/usr/bin/vips"]
    return programs.allSatisfy { (path: String) in access(path, X_OK) == 0 }
  }

  private let port: Int
  private let processes: [TestProcess]

  init(_ folder: TemporaryFolder) throws {
    let (port, pictureServer) = (try FaultyServer.freePort(), try FaultyServer.freePort())
    self.port = port
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(folder.path)/\($0);"
    }
    let parameters = [
      ("QUERY_STRING", "$query_string"), ("REQUEST_METHOD", "$request_method"),
      ("REQUEST_URI", "$request_uri"), ("HTTP_HOST", "$host:$server_port"),
      ("SERVER_NAME", "$server_name"), ("SERVER_PORT", "$server_port"), ("SCRIPT_NAME", "/iip"),
      ("SERVER_PROTOCOL", "$server_protocol"),
    ].map { "fastcgi_param \($0.0) \($0.1);" }
    try folder.file(
      "nginx.conf",
      Array(
        """
        daemon off; pid \(folder.path)/pid; error_log stderr; user root;
        events {}
        http { access_log off; \(temporary.joined(separator: " "))
          server { listen 127.0.0.1:\(port); root \(folder.path);
            location = /iip { fastcgi_pass 127.0.0.1:\(pictureServer);
              \(parameters.joined(separator: " ")) }
          }
        }
        """.utf8))
    processes = [
      try TestProcess(Self.nginx, ["-c", folder["nginx.conf"], "-e", "stderr"]),
      try TestProcess(
        Self.iipsrv, ["--bind", "127.0.0.1:\(pictureServer)"],
        environment: [
          "FILESYSTEM_PREFIX": folder.path + "/", "LOGFILE": folder.path + "/log",
        ]),
    ]
    for number in [port, pictureServer] {
      let answers = waitUntil(RunningViewer.timeout, every: 0.05) {
        let process = try? TestProcess("bash", ["-c", ": <>/dev/tcp/127.0.0.1/\(number)"])
        return process?.wait(limit: RunningViewer.timeout) == .status(0)
      }
      try #require(answers, "\(processes.map(\.standardError))")
    }
  }

  func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
}
