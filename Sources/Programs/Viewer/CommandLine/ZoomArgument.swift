import Geometry
import Zooming

/// A zoom on the command line: `fit`, a scale such as `0.5`, or `50%`.
package enum ZoomArgument: Hashable {
  /// The whole picture, never enlarged.
  case fit
  /// Device pixels per image pixel.
  case scale(Double)

  /// Parses `fit`, a factor or a percentage; `nil` for anything else.
  ///
  /// The maximum scale depends on the picture: it is larger for drawings than for pixels.
  package init?(argument: String) {
    if argument == "fit" {
      self = .fit
      return
    }
    let isPercent = argument.hasSuffix("%")
    guard let number = Double(isPercent ? String(argument.dropLast()) : argument) else {
      return nil
    }
    let scale = isPercent ? number / 100 : number
    guard scale.isFinite, scale > 0 else { return nil }
    self = .scale(scale)
  }
}

extension ZoomController {
  /// Applies the command line's zoom and centre without a motion; without either, the view stays.
  mutating func begin(with zoom: ZoomArgument?, center: Point?) {
    if case .scale(let scale) = zoom {
      // The picture's exact centre; the fit view's may be half a device pixel off.
      setScale(scale, centerImagePoint: center ?? picture.center, animated: false, now: 0)
    } else if center != nil {
      setScale(fitScale, centerImagePoint: center, animated: false, now: 0)
    }
  }
}
