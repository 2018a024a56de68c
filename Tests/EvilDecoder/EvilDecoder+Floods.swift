import DecoderProtocol
import Glibc
import Platform
import TilePlaces

/// Faults that never end.
extension EvilDecoder {
  /// Reports unchanged progress forever, slowly enough not to be a flood.
  func drip() -> Never {
    while true {
      wire.send(.progress(fraction: 0))
      usleep(50_000)
    }
  }

  func floodErrors() -> Never {
    while true { say(String(repeating: "flood ", count: 1000) + "\n") }
  }

  /// Names remote pictures: as many as possible with the longest addresses (`large`), or empty
  /// lists forever (`none`).
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

  /// Keeps CPUs busy with some threads, and ignores the signal of its CPU limit.
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

  /// Starts `count` threads that sleep.
  func crowd(_ count: Int) {
    for _ in 0..<count {
      let thread = try? Thread(name: "crowd", stackSize: 65_536) { while true { pause() } }
      if thread == nil { exit(8) }
    }
  }
}
