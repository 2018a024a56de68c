import Geometry
import Glibc
import Markers
import Viewing

// fresnel-bench-markers [ROUNDS] [FILE.json]: what 100 000 markers add to a panned frame of
// 1280 x 800.
//
// Views take turns, frame by frame, so that whatever else the machine does meets all of them. Each
// frame is read back, which makes the driver finish it; the view without markers pays for that too.

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 60
let markerCount = 100_000

/// A disc that is opaque in the middle.
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
  guard let sprite = view.markers.atlas.add(size: size, pixels: disc(edge), anchor: anchor) else {
    return
  }
  var state: UInt64 = 7
  func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 53)
  }
  let (width, height) = (Double(Stage.picture.width), Double(Stage.picture.height))
  view.markers.add(
    contentsOf: (0..<markerCount).map { number in
      Marker(
        MarkerID(UInt64(number)),
        at: Point(
          x: (next() - 0.5) * width * spread + width / 2,
          y: (next() - 0.5) * height * spread + height / 2), sprite: sprite)
    })
  if clustered { view.markers.clustering = MarkerClustering(sprite: sprite) }
}

func text(_ number: Double) -> String {
  let hundredths = Int((number * 100).rounded())
  let rest = hundredths % 100
  return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}

do {
  let stages = [
    try Stage("no markers"),
    try Stage("100 000, all near") { fill($0, clustered: false, spread: 1) },
    try Stage("100 000, most far") { fill($0, clustered: false, spread: 7) },
    try Stage("100 000, clustered") { fill($0, clustered: true, spread: 1) },
  ]
  for _ in 0..<rounds { for stage in stages { try stage.measure() } }
  let bare = Stage.median(stages[0].planned) + Stage.median(stages[0].drawn)
  print("\(rounds) panned frames each, milliseconds (median)")
  print("view     drawing  frame    x none   sprites")
  var rows: [String] = []
  for stage in stages {
    let planned = Stage.median(stage.planned)
    let drawn = Stage.median(stage.drawn)
    let cells = [
      text(planned), text(drawn), text(planned + drawn), text((planned + drawn) / bare),
      "\(stage.sprites)",
    ]
    let row = cells.map { $0 + String(repeating: " ", count: max(1, 9 - $0.count)) }.joined()
    print("\(row)\(stage.name)")
    rows.append(
      "    {\"name\": \"\(stage.name)\", \"view_ms\": \(text(planned)), \"draw_ms\": \(text(drawn)), "
        + "\"sprites\": \(stage.sprites)}")
  }
  if CommandLine.arguments.count > 2 {
    let path = CommandLine.arguments[2]
    let json =
      "{\n  \"frames\": \(rounds),\n  \"views\": [\n" + rows.joined(separator: ",\n") + "\n  ]\n}\n"
    guard let file = fopen(path, "w"), fputs(json, file) >= 0, fclose(file) == 0 else {
      throw Unavailable(reason: "cannot write \(path)")
    }
  }
} catch {
  let line = "fresnel-bench-markers: \(error)\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
  exit(1)
}
