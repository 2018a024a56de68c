import CCurl
import DecoderProtocol
import Glibc
import Platform
import Sandboxing

/// The fetcher's start, up to its main loop.
enum FetcherProgram {
  /// Enters the sandbox, sends `hello`, and serves the viewer.
  static func run() -> Int32 {
    let control = FileDescriptor(adopting: FetchWire.controlDescriptor)
    var status = stat()
    guard fstat(control.number, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
      let text = "\(FetchWire.program) downloads for fresnel and is of no use by itself.\n"
      _ = text.withCString { write(2, $0, strlen($0)) }
      return 2
    }
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    let environment = NetworkEnvironment.ofProcess
    let cacheFolder = environment.cacheFolder.flatMap { TileCache.makeFolder(below: $0) }
    let channel = FetcherChannel(control)
    let policy = NetworkPolicy(
      netrc: Netrc(file: FileDescriptor(adopting: FetchWire.netrcDescriptor)),
      environment: environment)
    let headers: HeaderRules
    do throws(FetchFailure) {
      headers = try HeaderRules(file: FileDescriptor(adopting: FetchWire.headersDescriptor))
    } catch {
      channel.send(.failed(id: 0, error))
      return 1
    }
    do throws(Errno) {
      try FetcherSandbox.enter(
        readable: [environment.certificateFile, environment.certificateFolder]
          .compactMap(\.self), cacheFolder: cacheFolder)
    } catch {
      channel.send(
        .failed(
          id: 0,
          FetchFailure(
            .sandbox, "the fetcher could not enter its sandbox (\(error))")))
      return 1
    }
    let version = fresnel_curl_version()
    channel.send(
      .hello(
        Hello(
          version: FetchWire.version, library: "libcurl",
          libraryVersion: version.map { String(cString: $0) } ?? "")))
    let settings = awaitSettings(channel)
    let keeper = cacheFolder.flatMap { folder in
      settings.cacheBytes > 0 ? TileCache(folder: folder, limit: settings.cacheBytes) : nil
    }
    guard
      let server = FetchServer(
        channel, settings: settings, environment: environment, headers: headers, policy: policy,
        keeper: keeper)
    else { return 1 }
    server.run()
  }

  /// Waits for the first message, the settings.
  private static func awaitSettings(_ channel: FetcherChannel) -> FetchSettings {
    while true {
      if let received = channel.receive() {
        guard case .begin(let settings) = received.order else { _exit(2) }
        return settings
      }
      var request = pollfd(fd: channel.number, events: Int16(POLLIN), revents: 0)
      _ = poll(&request, 1, -1)
    }
  }
}
