import DecoderProtocol
import Glibc
import Platform
import TilePlaces

/// What has no end.
extension EvilDecoder {
  /// Says again and again that nothing has changed, and never too much of it at a time.
  func drip() -> Never {
    while true {
      wire.send(.progress(fraction: 0))
      usleep(50_000)
    }
  }

  func floodErrors() -> Never {
    while true { say(String(repeating: "flood ", count: 1000) + "\n") }
  }

  /// Names pictures that lie elsewhere: as many as there may be with the longest addresses
  /// (`large`), or none, again and again (`none`).
  func sendCanvases() {
    let address =
      "https://e/" + String(repeating: "a", count: TileDescription.longestService - 10)
    let canvases = (0..<15).map { _ in
      CanvasDescription(label: String(repeating: "l", count: 255), address: address)
    }
    for _ in 0..<CanvasDescription.most / 15 where argument == "large" {
      wire.send(DescriptionReport.canvases(canvases, isLast: false))
    }
    while argument == "none" { wire.send(DescriptionReport.canvases([], isLast: false)) }
    wire.send(DescriptionReport.canvases([], isLast: true))
  }

  /// Keeps processors busy on some threads, and does not hear of any limit.
  func burn(threads: Int) {
    for _ in 0..<threads {
      let thread = try? Thread(name: "burner") {
        Self.ignoreLimit()
        while true {}
      }
      if thread == nil { exit(8) }
    }
    Self.ignoreLimit()
  }

  private static func ignoreLimit() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGXCPU)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Has so many threads that sleep.
  func crowd(_ count: Int) {
    for _ in 0..<count {
      let thread = try? Thread(name: "crowd", stackSize: 65_536) { while true { pause() } }
      if thread == nil { exit(8) }
    }
  }
}
