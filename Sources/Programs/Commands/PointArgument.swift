import ArgumentParser
import Geometry

/// A point of the picture on the command line: `X,Y`, in image pixels.
struct PointArgument: Hashable, ExpressibleByArgument {
  let point: Point

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let x = Double(parts[0]), let y = Double(parts[1]), x.isFinite,
      y.isFinite
    else { return nil }
    point = Point(x: x, y: y)
  }
}
