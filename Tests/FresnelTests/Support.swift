import Fresnel
import Geometry
import Glibc
import Platform
import TestSupport

/// A delegate that records its view's events.
final class Recorder: FresnelViewDelegate {
  private(set) var endings: [ViewEnding] = []
  private(set) var keys: [UInt32] = []
  private(set) var settled = 0
  private(set) var taps: [PicturePoint] = []
  private(set) var hits: [MarkerHit] = []
  /// The answer to the user's request to close.
  var mayClose = true

  func fresnelView(_ view: FresnelView, pressed key: KeyPress, at now: Double) -> Bool {
    keys.append(key.keysym)
    return false
  }
  func fresnelViewShouldClose(_ view: FresnelView) -> Bool { mayClose }
  func fresnelView(_ view: FresnelView, ended ending: ViewEnding) { endings.append(ending) }
  func fresnelView(_ view: FresnelView, received event: ViewEvent, at now: Double) {
    if case .settled = event { settled += 1 }
  }
  func fresnelView(
    _ view: FresnelView, tapped kind: TapKind, at point: PicturePoint, now: Double
  ) -> Bool {
    taps.append(point)
    return true
  }
  func fresnelView(
    _ view: FresnelView, tapped kind: TapKind, on hit: MarkerHit, now: Double
  ) -> Bool {
    hits.append(hit)
    return true
  }
}

/// Runs views on one loop, using only their descriptors and deadlines, until a condition is true.
@discardableResult
func serve(_ views: [FresnelView], limit: Double = 30, until condition: () -> Bool) -> Bool {
  let end = MonotonicClock.now() + limit
  while true {
    for view in views { view.dispatch() }
    if condition() { return true }
    let now = MonotonicClock.now()
    guard now < end else { return false }
    var waiting = PollSet()
    for view in views { waiting.add(view.descriptor) }
    // The condition may depend on something outside, such as the screen, so it is polled too.
    let due = views.compactMap(\.deadline).min() ?? end
    waiting.wait(timeout: max(0, min(due, now + 0.02) - now))
  }
}

var builtDecoders: Decoders { Decoders(folders: [builtFolder]) }

/// The folder of the built programs.
var builtFolder: String {
  let path = PipedProcess.built("fresnel-decode-png")
  return String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
}

/// A picture in which every pixel encodes its position.
func gradient(_ width: Int, _ height: Int) -> PixelGrid {
  PixelGrid(
    width: width, height: height,
    opaque: { x, y in
      UInt32((x * 7) & 255) << 16 | UInt32((y * 5) & 255) << 8 | UInt32((x ^ y) & 255)
    })
}

/// A server with simulated input and a screen reader, and a picture in a file.
final class FresnelHarness {
  let server: XServer
  let client: TestClient
  let eyes: ScreenReader
  let hands: InputDriver
  let folder: TemporaryFolder
  let picture: PixelGrid
  let path: String

  init(width: Int = 200, height: Int = 150) throws {
    server = try XServer(size: PixelSize(width: 1024, height: 768))
    client = try TestClient(server)
    eyes = ScreenReader(client)
    hands = InputDriver(client)
    folder = try TemporaryFolder()
    picture = gradient(width, height)
    path = try folder.picture("picture.png", picture)
  }

  var options: FresnelOptions {
    var options = FresnelOptions()
    options.display = server.display
    return options
  }

  func source() throws -> PictureSource {
    try PictureSource(path: path, decoders: builtDecoders)
  }

  /// Counts the picture's pixels that are wrong when it is centred in a window at 100 %.
  func wrongPixels(in window: UInt, isSwapped: Bool = false) -> Int {
    guard let shown = eyes.read(window: window) else { return .max }
    let left = (shown.size.width - picture.size.width) / 2
    let top = (shown.size.height - picture.size.height) / 2
    guard left >= 0, top >= 0 else { return .max }
    var wrong = 0
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        var wanted = picture.words[y * picture.size.width + x] & 0xff_ffff
        if isSwapped { wanted = wanted >> 16 | wanted & 0xff00 | (wanted & 0xff) << 16 }
        let isThere =
          isSwapped
          ? isNear(shown[left + x, top + y], wanted) : shown[left + x, top + y] == wanted
        if !isThere { wrong += 1 }
      }
    }
    return wrong
  }
}

/// True if two colours are equal within the rounding of a profile's numbers.
private func isNear(_ a: UInt32, _ b: UInt32) -> Bool {
  [UInt32(0), 8, 16].allSatisfy { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) <= 3 }
}

/// The profile of a display like sRGB, but with red and blue exchanged.
func swappedProfile() -> [UInt8] {
  DeviceProfile.bytes(DeviceProfile.rgb(DeviceProfile.sRGB.reversed(), gamma: nil))
}
