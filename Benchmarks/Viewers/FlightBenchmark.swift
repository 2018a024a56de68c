import Glibc
import Platform
import TestSupport

/// Measures frame pacing while fingers and momentum move a picture.
struct FlightBenchmark {
  let folder: String
  let largest: Int

  /// The gestures, of one second each.
  private enum Motion: String, CaseIterable {
    case pinch
    case pan
    case glide
  }

  /// Measures with a virtual touchpad on Xorg, or with wheel and drag on Xvfb.
  func run() throws -> FlightReport {
    let pad = XServer.hasDevices
    let server =
      try pad
      ? XServer(devices: [.touchpad], size: ViewerHarness.usualSize)
      : XServer(size: ViewerHarness.usualSize)
    let harness = try ViewerHarness(on: server)
    var report = FlightReport(
      title: pad ? "Xorg, touchpad" : "Xvfb, wheel and drag; \(XServer.missingDevices)")
    for pace in ["free", "paced"] {
      report.rows.append(try quad(pace, on: harness))
    }
    let size = min(largest, 24)
    let file = "\(folder)/picture-\(size)mp.jpg"
    for motion in Motion.allCases {
      let zoom = motion == .pinch ? "fit" : "1"
      let what = "\(motion.rawValue), \(size) megapixels"
      for viewer in Contender.own {
        let row = try fly(viewer, what, file, arguments: ["--zoom", zoom], on: harness) { process in
          ProcessFamily(process.pid).waitUntilQuiet(limit: ViewerHarness.timeout)
          try perform(motion, server.devices[.touchpad], on: harness)
        }
        report.rows.append(row)
      }
    }
    for megapixels in [108, 1074] where megapixels <= largest {
      for suffix in ["jpg", "png"] {
        let file = "\(folder)/picture-\(megapixels)mp.\(suffix)"
        let what = "flight during the pass, \(megapixels) megapixels, \(suffix)"
        for viewer in Contender.own {
          let row = try fly(viewer, what, file, on: harness) { _ in
            // This starts the deeper pass.
            harness.hands.key(0x31)
            harness.fly()
          }
          report.rows.append(row)
        }
      }
    }
    return report
  }

  /// Runs the viewer, performs an action, and reads the viewer's own measurements.
  private func fly(
    _ viewer: Contender, _ what: String, _ original: String, arguments: [String] = [],
    on harness: ViewerHarness,
    _ body: (TestProcess) throws -> Void
  ) throws -> FlightReport.Row {
    let folder = try TemporaryFolder()
    let file = try folder.link(to: original)
    var row = FlightReport.Row(name: "\(viewer.name): \(what)")
    let began = MonotonicClock.now()
    let process = try harness.start(viewer, file, arguments: ["--stats"] + arguments)
    defer { harness.end(process) }
    guard harness.timeToPicture(of: process, since: began) != nil else { return row }
    harness.prepareInput()
    try body(process)
    guard let statistics = harness.statistics(of: process) else { return row }
    row.median = statistics["interval_ms_p50"]
    row.p99 = statistics["interval_ms_p99"]
    row.longest = statistics["interval_ms_longest"]
    row.latency = statistics["input_to_frame_ms_p50"]
    row.latencyP99 = statistics["input_to_frame_ms_p99"]
    return row
  }

  /// Measures one textured quad in a window of the same size for a second.
  private func quad(_ pace: String, on harness: ViewerHarness) throws -> FlightReport.Row {
    let process = try harness.server.run(PipedProcess.built("fresnel-bench-quad"), [pace, "1"])
    _ = process.wait(limit: 20)
    let numbers = String(decoding: process.standardOutput, as: UTF8.self)
      .split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
    var row = FlightReport.Row(
      name: pace == "free" ? "one quad, as fast as it goes" : "one quad, at the display's pace")
    guard numbers.count == 3 else { return row }
    (row.median, row.p99, row.longest) = (numbers[0], numbers[1], numbers[2])
    return row
  }

  private func perform(_ motion: Motion, _ pad: TestDevice?, on harness: ViewerHarness) throws {
    // A touchpad reports about 125 times a second.
    let (steps, rest) = (125, UInt32(8000))
    switch (motion, pad) {
    case (.pinch, let pad?):
      try pad.pinch(kind: 27, scale: 1)
      for step in 1...steps {
        // Zooms in to five times, and halfway back.
        let part = Double(step) / Double(steps)
        try pad.pinch(kind: 28, scale: 1 + 4 * sin(part * .pi * 0.75))
        usleep(rest)
      }
      try pad.pinch(kind: 29, scale: 1 + 4 * sin(.pi * 0.75))
    case (.pan, let pad?):
      for step in 0..<steps {
        let angle = Double(step) / Double(steps) * 2 * .pi
        try pad.move(scrollX: 40 * cos(angle), scrollY: 40 * sin(angle))
        usleep(rest)
      }
      usleep(200_000)
    case (.glide, let pad?):
      for _ in 0..<12 {
        try pad.move(scrollX: 40, scrollY: 25)
        usleep(rest)
      }
      // The fingers lift while they move.
      try pad.move(scrollX: 0, scrollY: 0)
      usleep(1_000_000)
    case (.pinch, nil):
      for detents in [-1, -1, -1, -1, -1, -1, 1, 1, 1] {
        harness.hands.wheel(detents)
        usleep(110_000)
      }
    case (.pan, nil): drag(on: harness, steps: steps, rest: rest, glides: false)
    case (.glide, nil): drag(on: harness, steps: 20, rest: rest, glides: true)
    }
  }

  private func drag(on harness: ViewerHarness, steps: Int, rest: UInt32, glides: Bool) {
    harness.hands.move(toX: 300, y: 200)
    harness.hands.press()
    for step in 1...steps {
      harness.hands.move(toX: 300 + 600 * step / steps, y: 200 + 400 * step / steps)
      usleep(rest)
    }
    if !glides { usleep(200_000) }
    harness.hands.release()
    if glides { usleep(1_000_000) }
  }
}
