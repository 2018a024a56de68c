import CLinux
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
    receive()
    let file = receive()
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
    case "takes memory": send(.failed(id: 1, FetchFailure(.other, growth(of: file))))
    case "answers first": send(.failed(id: 1, FetchFailure(.missing, "nothing is there")))
    case "hangs up":
      close(FetchWire.controlDescriptor)
      close(2)
    default: break
    }
    while true { pause() }
  }

  /// Waits for a message, and returns the file attached to it, or -1; exits without a viewer.
  @discardableResult
  private func receive() -> Int32 {
    var bytes = [UInt8](repeating: 0, count: FetchWire.longestMessage)
    var request = pollfd(fd: FetchWire.controlDescriptor, events: Int16(POLLIN), revents: 0)
    var file: Int32 = -1
    var isCut: Int32 = 0
    poll(&request, 1, -1)
    let count = fresnel_receive_with_descriptor(
      FetchWire.controlDescriptor, &bytes, bytes.count, &file, &isCut)
    if count <= 0 { exit(0) }
    return file
  }

  /// Tries to make the file for a body larger, and describes what came of it.
  private func growth(of file: Int32) -> String {
    var status = stat()
    guard fstat(file, &status) == 0 else { return "there is no file" }
    var byte: UInt8 = 1
    let attempts = [
      ("truncate", ftruncate(file, status.st_size + 4096) == 0),
      ("write", pwrite(file, &byte, 1, status.st_size) >= 0),
      ("allocate", fresnel_fallocate(file, Int64(status.st_size), 4096) == 0),
      ("shrink", ftruncate(file, 0) == 0),
      ("seal", fresnel_add_seals(file, F_SEAL_SEAL) == 0),
    ]
    let successes = attempts.filter { $0.1 }.map { $0.0 }
    return "\(status.st_size >> 20) MiB; \(successes)"
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
