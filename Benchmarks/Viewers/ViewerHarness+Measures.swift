import Glibc
import Platform
import TestSupport

extension ViewerHarness {
  /// Returns the milliseconds until the settled picture, the median of up to three runs; there is
  /// no further run after one of over three seconds.
  func pictureTime(of contender: Contender, _ file: String) throws -> Double? {
    var samples = Measurements()
    for _ in 0..<3 {
      let began = MonotonicClock.now()
      let process = try start(contender, file)
      let seconds = timeToPicture(of: process, since: began)
      end(process)
      guard let seconds else { return nil }
      samples.values.append(seconds * 1000)
      if seconds > 3 { break }
    }
    return samples.median
  }

  /// Returns the peak memory in bytes, from opening a picture through 100 % and a flight.
  func memory(of contender: Contender, _ file: String) throws -> Int? {
    let began = MonotonicClock.now()
    let process = try start(contender, file)
    defer { end(process) }
    let peak = try MemoryPeak(of: process.pid)
    if contender.isViewer || !file.isEmpty {
      guard timeToPicture(of: process, since: began) != nil else { return nil }
    } else {
      usleep(1_500_000)
    }
    if contender.isViewer {
      prepareInput()
      if let key = contender.actualSize { hands.key(key) }
      usleep(200_000)
      fly()
      if contender.isFresnel {
        ProcessFamily(process.pid).waitUntilQuiet(limit: Self.timeout)
        fly()
      }
      waitUntilStill()
    }
    return process.isRunning ? peak.finish() : nil
  }

  /// Returns the milliseconds from each of twelve wheel steps to the first pixel that changes.
  ///
  /// With `duringPass`, the picture is zoomed to 100 % just before, so that it is being decoded.
  func wheel(
    of contender: Contender, _ file: String, duringPass: Bool = false
  ) throws -> Measurements {
    let began = MonotonicClock.now()
    let process = try start(contender, file)
    defer { end(process) }
    guard timeToPicture(of: process, since: began) != nil else { return Measurements() }
    prepareInput()
    if duringPass {
      if let key = contender.actualSize { hands.key(key) }
      usleep(300_000)
    } else {
      waitUntilStill(limit: 20)
    }
    if contender.wheelNeedsControl { hands.hold(Self.control) }
    defer { if contender.wheelNeedsControl { hands.letGo(Self.control) } }
    var samples = Measurements()
    for detents in [-1, -1, -1, -1, -1, -1, 1, 1, 1, 1, 1, -1] {
      watch.look()
      let turned = MonotonicClock.now()
      hands.wheel(detents)
      while MonotonicClock.now() - turned < 1.5 {
        if watch.look() {
          samples.values.append((MonotonicClock.now() - turned) * 1000)
          break
        }
        usleep(200)
      }
      waitUntilStill(duringPass ? 0.05 : 0.35, limit: duringPass ? 0.4 : 3)
    }
    return samples
  }

  /// Returns the ratio of decoded to displayed pixels, over forty zooms between fit and 100 %.
  func economy(of file: String, fit: Double) throws -> Double? {
    let steps = Int((log(1 / fit) / log(1.25)).rounded(.down))
    guard steps > 0 else { return nil }
    let began = MonotonicClock.now()
    let process = try start(.fresnel, file, arguments: ["--stats"])
    defer { end(process) }
    guard timeToPicture(of: process, since: began) != nil else { return nil }
    prepareInput()
    let family = ProcessFamily(process.pid)
    family.waitUntilQuiet(limit: Self.timeout)
    for zoom in 0..<40 {
      let isInwards = zoom / steps % 2 == 0
      if zoom % steps == 0, isInwards {
        let place = Self.places[zoom % Self.places.count]
        hands.move(toX: place.x, y: place.y)
      }
      hands.wheel(isInwards ? -1 : 1)
      family.waitUntilQuiet(limit: Self.timeout)
    }
    guard let statistics = statistics(of: process), let decoded = statistics["decoded_pixels"],
      let displayed = statistics["displayed_pixels"], displayed > 0
    else { return nil }
    return (decoded + (statistics["prefetched_pixels"] ?? 0)) / displayed
  }

  /// The times of the deeper pass and of jumps to 100 %.
  struct Jumps {
    /// Seconds from the first key 1, at the top of the picture, to rest; that is the time of the
    /// pass over all of it, since the view's own work there is negligible.
    var pass: Double
    /// Milliseconds from the key to the sharp view, at places across the picture, after the pass.
    var sharp = Measurements()
  }

  /// Zooms to 100 % at eight places, after the pass.
  func jumps(in file: String) throws -> Jumps? {
    let began = MonotonicClock.now()
    let process = try start(.fresnel, file, preferences: .immediate)
    defer { end(process) }
    let (family, calm, key) = (ProcessFamily(process.pid), 0.5, UInt32(0x31))
    guard timeToPicture(of: process, since: began) != nil else { return nil }
    focus()
    hands.move(toX: size.width / 2 + 37, y: 1)
    family.waitUntilQuiet(calm: calm, limit: Self.timeout)
    let zoomed = MonotonicClock.now()
    hands.key(key)
    usleep(50_000)
    // Polling more often would take processor time from what is measured.
    family.waitUntilQuiet(calm: calm, limit: Self.timeout, every: 0.1)
    guard process.isRunning else { return nil }
    var jumps = Jumps(pass: MonotonicClock.now() - zoomed - calm)
    for place in Self.places {
      hands.key(Self.fitKey)
      hands.move(toX: place.x, y: place.y)
      family.waitUntilQuiet(calm: 0.2, limit: Self.timeout)
      watch.look()
      let pressed = MonotonicClock.now()
      hands.key(key)
      if let seconds = timeToStillness(since: pressed) { jumps.sharp.values.append(seconds * 1000) }
    }
    return jumps
  }

  /// Returns the seconds from `began` to the last change before the screen is still; `nil` if it
  /// never changes.
  func timeToStillness(since began: Double, calm: Double = 0.4) -> Double? {
    var last: Double?
    while MonotonicClock.now() - (last ?? began) < (last == nil ? 1.5 : calm) {
      if watch.look() { last = MonotonicClock.now() }
      usleep(300)
    }
    return last.map { $0 - began }
  }

  /// Quits the viewer with its key and reads the output of `--stats`.
  func statistics(of process: TestProcess) -> [String: Double]? {
    hands.key(0x71)
    guard process.wait(limit: 20) != nil else { return nil }
    var found: [String: Double] = [:]
    let text = String(decoding: process.standardOutput, as: UTF8.self)
    for field in text.split(whereSeparator: { "{},\n".contains($0) }) {
      let parts = field.split(separator: ":")
      guard parts.count == 2, let number = Double(parts[1].drop { $0 == " " }) else { continue }
      found[parts[0].filter { $0 != " " && $0 != "\"" }] = number
    }
    return found
  }

  /// Focuses the window and puts the pointer near its middle.
  func prepareInput() {
    focus()
    hands.move(toX: size.width / 2 + 37, y: size.height / 2 + 21)
  }

  /// Performs a scripted flight of three seconds: drags in all directions, and two zooms.
  func fly() {
    let (left, right, top, bottom) = (240, 1040, 150, 650)
    for (from, to) in [
      ((right, bottom), (left, top)), ((right, top), (left, bottom)), ((left, top), (right, top)),
      ((left, bottom), (right, top)), ((right, bottom), (left, bottom)),
    ] {
      hands.move(toX: from.0, y: from.1)
      hands.press()
      for step in 1...40 {
        hands.move(
          toX: from.0 + (to.0 - from.0) * step / 40, y: from.1 + (to.1 - from.1) * step / 40)
        usleep(12_000)
      }
      hands.release()
    }
    for detents in [1, 1, 1, -1, -1, -1] {
      hands.wheel(detents)
      usleep(80_000)
    }
  }

  private static let control: UInt32 = 0xffe3
  private static let fitKey: UInt32 = 0x30
  private static let places = [
    (x: 500, y: 300), (x: 900, y: 600), (x: 330, y: 650), (x: 700, y: 120), (x: 1000, y: 240),
    (x: 420, y: 480), (x: 820, y: 390), (x: 600, y: 720),
  ]
}
