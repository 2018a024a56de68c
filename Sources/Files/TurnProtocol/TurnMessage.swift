import Geometry
import Platform

/// The messages between the viewer and the turner.
package enum TurnMessage: NumberedMessage, Hashable, Sendable {
  /// To the turner: what to do.
  case begin(TurnOrder)

  // From the turner:
  /// The process is in the sandbox.
  case hello(version: Int)
  /// The whole turned file is in the output.
  case turned(TurnResult)
  /// The turner gives up; what is in the output is worthless.
  case refused(TurnRefusal)

  /// The file name of the installed turner.
  package static let program = "fresnel-turn"
  /// The version of the protocol.
  package static let version = 1

  package var numbers: [Int] {
    switch self {
    case .begin(.turn(let orientation, let edges)): [1, orientation.exif, edges.rawValue]
    case .begin(.restore(let pixels, let tag)): [2, pixels.exif, tag]
    case .hello(let version): [129, version]
    case .turned(let result):
      [130, result.pixels.exif, result.tagBefore, result.isTrimmed ? 1 : 0]
    case .refused(let refusal): [131] + refusal.fields
    }
  }

  package init?(numbers: [Int]) {
    switch numbers[0] {
    case 1:
      guard Self.isOrientation(numbers[1]), let edges = TurnEdges(rawValue: numbers[2]) else {
        return nil
      }
      self = .begin(.turn(by: Orientation(exif: numbers[1]), edges))
    case 2:
      guard Self.isOrientation(numbers[1]), Self.isOrientation(numbers[2]) else { return nil }
      self = .begin(.restore(pixels: Orientation(exif: numbers[1]), tag: numbers[2]))
    case 129: self = .hello(version: numbers[1])
    case 130:
      guard Self.isOrientation(numbers[1]), Self.isOrientation(numbers[2]) else { return nil }
      self = .turned(
        TurnResult(
          pixels: Orientation(exif: numbers[1]), tagBefore: numbers[2],
          isTrimmed: numbers[3] != 0))
    case 131:
      guard let refusal = TurnRefusal(fields: Array(numbers[1...])) else { return nil }
      self = .refused(refusal)
    default: return nil
    }
  }

  private static func isOrientation(_ number: Int) -> Bool { (1...8).contains(number) }
}
