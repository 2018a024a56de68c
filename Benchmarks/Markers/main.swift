import BenchmarkSupport
import Geometry
import Glibc
import Markers
import Viewing

// fresnel-bench-markers [ROUNDS] [FILE.json]: measures what 100 000 markers add to a panned frame
// of 1280 x 800.
//
// The views alternate frame by frame, so that other load on the machine affects all of them alike.
// Each frame is read back, which makes the driver finish it; the view without markers has that cost
// too.

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 60
let markerCount = 100_000

/// Returns a disc that is opaque in the middle.
func disc(_ edge: Int) -> [UInt8] {
  var bytes: [UInt8] = []
  for y in 0..<edge {
    for x in 0..<edge {
      let dx = Double(x) + 0.5 - Double(edge) / 2
      let dy = Double(y) + 0.5 - Double(edge) / 2
      let share = max(0, min(1, Double(edge) / 2 - (dx * dx + dy * dy).squareRoot()))
      let value = UInt8(share * 255)
      bytes += [value, UInt8(share * 60), UInt8(share * 40), value]
    }
  }
  return bytes
}

func fill(_ view: TiledView, clustered: Bool, spread: Double) {
  let edge = clustered ? 36 : 16
  let size = PixelSize(width: edge, height: edge)
  let anchor = Point(x: Double(edge / 2), y: Double(edge / 2))
  guard
    let sprite = view.markers.set.atlas.add(size: size, pixels: disc(edge), anchor: anchor)
  else { return }
  var numbers = Numbers()
  let (width, height) = (Double(MarkerHarness.picture.width), Double(MarkerHarness.picture.height))
  view.markers.set.add(
    contentsOf: (0..<markerCount).map { number in
      Marker(
        MarkerID(UInt64(number)),
        at: Point(
          x: (numbers.next() - 0.5) * width * spread + width / 2,
          y: (numbers.next() - 0.5) * height * spread + height / 2), sprite: sprite)
    })
  if clustered { view.markers.set.clustering = MarkerClustering(sprite: sprite) }
}

do {
  let harnesses = [
    try MarkerHarness("no markers"),
    try MarkerHarness("100 000, all near") { fill($0, clustered: false, spread: 1) },
    try MarkerHarness("100 000, most far") { fill($0, clustered: false, spread: 7) },
    try MarkerHarness("100 000, clustered") { fill($0, clustered: true, spread: 1) },
  ]
  for _ in 0..<rounds { for harness in harnesses { try harness.measure() } }
  let bare = MarkerHarness.median(harnesses[0].planned) + MarkerHarness.median(harnesses[0].drawn)
  print("\(rounds) panned frames each, milliseconds (median)")
  var table = Table(columns: ["", "view", "drawing", "frame", "x none", "sprites"])
  var rows: [ReportJSON] = []
  for harness in harnesses {
    let planned = MarkerHarness.median(harness.planned)
    let drawn = MarkerHarness.median(harness.drawn)
    let figures = [planned, drawn, planned + drawn, (planned + drawn) / bare]
    table.rows.append(
      [harness.name] + figures.map { text($0, decimals: 2) } + ["\(harness.sprites)"])
    rows.append(
      .object([
        ("name", .string(harness.name)), ("view_ms", .number(planned)), ("draw_ms", .number(drawn)),
        ("sprites", .number(Double(harness.sprites))),
      ]))
  }
  print(table.text)
  if CommandLine.arguments.count > 2 {
    let json = ReportJSON.object([("frames", .number(Double(rounds))), ("views", .list(rows))])
    if let reason = save(json, CommandLine.arguments[2]) { throw Unavailable(reason: reason) }
  }
} catch {
  printError("fresnel-bench-markers: \(error)")
  exit(1)
}
