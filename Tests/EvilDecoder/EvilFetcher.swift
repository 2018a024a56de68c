import DecoderProtocol
import Glibc

/// A fake fetcher; the environment variable `EVIL` names its fault.
struct EvilFetcher {
  private let fault = getenv("EVIL").map { String(cString: $0) } ?? ""

  func run() -> Never {
    if fault == "errors first" { writeErrors() }
    if fault == "greets twice" { greet() }
    if fault != "answers first" { greet() }
    // The first message contains settings, the second one a request.
    var bytes = [UInt8](repeating: 0, count: FetchWire.longestMessage)
    for _ in 0..<2 where recv(FetchWire.controlDescriptor, &bytes, bytes.count, 0) <= 0 { exit(0) }
    switch fault {
    case "reports": while true { send(.progress(id: 77, FetchProgress(received: 1, total: 2))) }
    case "answers":
      while true {
        send(
          .done(
            FetchAnswer(
              id: 77, address: "http://a/", byteCount: 0, isPublic: true, source: .network)))
      }
    case "errors": writeErrors()
    case "answers first": send(.failed(id: 1, FetchFailure(.missing, "nothing is there")))
    case "hangs up":
      close(FetchWire.controlDescriptor)
      close(2)
    default: break
    }
    while true { pause() }
  }

  private func writeErrors() -> Never {
    let line = [UInt8](repeating: UInt8(ascii: "e"), count: 6000) + [10]
    while true { _ = write(2, line, line.count) }
  }

  private func greet() {
    send(.hello(Hello(version: FetchWire.version, library: "libevil", libraryVersion: "6.6.6")))
  }

  private func send(_ report: FetchReport) {
    let bytes = report.encoded
    if Glibc.send(FetchWire.controlDescriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) < 0 {
      exit(3)
    }
  }
}
