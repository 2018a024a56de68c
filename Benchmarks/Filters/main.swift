import BenchmarkSupport
import Filters
import Geometry
import Glibc
import Platform
import Rendering

// fresnel-bench-filters [ROUNDS] [FILE.json]: measures what filters add to a frame of 1280 x 800
// pixels.
//
// The chains alternate frame by frame, so that other load on the machine affects all of them alike.
// Each frame is read back, which makes the driver finish it; the unfiltered frame has that cost
// too.

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 30
let size = PixelSize(width: 1280, height: 800)
let view = Viewport(
  surface: size, picture: size, scale: 1, origin: Point(x: 0, y: 0), isSettled: true)

func measure() throws -> (String, [FilterContender]) {
  let renderer = OffscreenRenderer()
  if let reason = renderer.fallbackReason {
    throw OffscreenUnavailable(reason: reason)
  }
  for tile in try TestTiles(size: size).tiles() { try renderer.upload(tile) }
  var contenders = try FilterContender.all()
  var number: UInt64 = 0
  for round in 0...rounds {
    for index in contenders.indices {
      number += 1
      let frame = Frame(
        number: number, picture: TestTiles.picture, viewport: view,
        filters: contenders[index].chain)
      let began = MonotonicClock.now()
      _ = try renderer.render(frame, band: PixelRect(size))
      let milliseconds = (MonotonicClock.now() - began) * 1000
      if round == 0 {
        contenders[index].firstMilliseconds = milliseconds
        contenders[index].passes = renderer.statistics.passes
      } else {
        contenders[index].milliseconds.append(milliseconds)
      }
    }
  }
  return (renderer.description, contenders)
}

do {
  let (driver, contenders) = try measure()
  let report = Report(driver: driver, size: size, rounds: rounds, contenders: contenders)
  print(report.table)
  if CommandLine.arguments.count > 2 {
    if let reason = save(report.json, CommandLine.arguments[2]) {
      throw OffscreenUnavailable(reason: reason)
    }
  }
} catch {
  printError("fresnel-bench-filters: \(error)")
  exit(1)
}

/// The reason why nothing could be measured.
struct OffscreenUnavailable: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}
