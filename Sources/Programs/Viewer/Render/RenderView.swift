import Geometry
import Platform
import Rendering
import Synchronization
import Zooming

/// What `fresnel render` is asked for, free of any picture.
package struct RenderRequest: Hashable {
  /// The view's size in pixels, or `nil` for the whole picture's.
  var size: PixelSize?
  /// The zoom; `nil` means fit where there is a size, else 1.
  var zoom: ZoomArgument?
  /// The point in the middle, in image pixels.
  var center: Point?

  /// A view of a size, or of the whole picture, at a zoom and around a point where they are given.
  package init(size: PixelSize? = nil, zoom: ZoomArgument? = nil, center: Point? = nil) {
    self.size = size
    self.zoom = zoom
    self.center = center
  }

  /// The settled view of a picture that the request means.
  ///
  /// `largestScale` is that of the picture's levels: a drawing goes as far, its fit goes beyond
  /// 100 %, and pixels are enlarged as far as in a window.
  package func viewport(
    of picture: Extent, largestScale: Double = 1
  ) throws(UserError) -> Viewport {
    let isDrawn = largestScale > 1
    let largest = isDrawn ? max(largestScale, ZoomLimits.largest) : ZoomLimits.largest
    if case .scale(let scale) = zoom, scale > largest {
      throw UserError(
        sentence: "--zoom is at most \(Self.inWords(largest)) for this "
          + (isDrawn ? "drawing" : "picture"))
    }
    guard let size else {
      var scale = 1.0
      if case .scale(let asked) = zoom { scale = asked }
      var view = Viewport(
        surface: .zero, picture: picture, scale: scale, origin: .zero, isSettled: true)
      let shown = view.shownSize
      view.surface = PixelSize(width: Int(shown.x), height: Int(shown.y))
      return view
    }
    let smallest = min(
      ZoomLimits(surface: size, shownPicture: picture).minimum, largest)
    var controller = ZoomController(
      surface: size, picture: picture, scaleRange: isDrawn ? smallest...largest : nil,
      enlargesToFit: isDrawn)
    if case .scale(let scale) = zoom {
      // The picture's own middle: that of the fit view may be half a device pixel beside it.
      controller.setScale(
        scale, centerImagePoint: center ?? picture.center, animated: false, now: 0)
    } else if center != nil {
      controller.setScale(
        controller.fitScale, centerImagePoint: center, animated: false, now: 0)
    }
    return controller.destination
  }

  /// A scale without digits that nobody could use, rounded down.
  private static func inWords(_ scale: Double) -> String {
    scale < 0x1p52 && scale >= 1 ? String(Int(scale)) : "\(scale)"
  }
}

/// What a job draws: a view of a picture, and which of its pixels are written.
package struct RenderView: Hashable, Sendable {
  /// The settled view.
  package var viewport: Viewport
  /// The pixels of its surface that are written; never empty.
  package var area: PixelRect
  /// How image pixels are magnified beyond 100 %.
  var magnification = Frame.Magnification.automatic
  /// How it is exposed, and how what is brighter than white is shown.
  package var toning = Toning()
  /// Where the filtered part begins; `nil` filters everything.
  var split: Int?

  /// All of a view.
  package init(_ viewport: Viewport) {
    self.viewport = viewport
    area = PixelRect(viewport.surface)
  }

  /// What a view on the screen shows of its picture, without what is around it; `nil` for nothing.
  init?(
    picturePartOf viewport: Viewport, magnification: Frame.Magnification, split: Int?
  ) {
    let shown = viewport.shownRect.intersection(viewport.surfaceRect)
    let area = PixelRect(
      minX: Int(shown.minX.rounded()), minY: Int(shown.minY.rounded()),
      maxX: Int(shown.maxX.rounded()), maxY: Int(shown.maxY.rounded()))
    guard !area.isEmpty else { return nil }
    self.viewport = viewport
    self.area = area
    self.magnification = magnification
    self.split = split
  }

  /// The whole picture as it is turned and mirrored, one image pixel for each pixel.
  package static func whole(_ picture: PixelSize, orientation: Orientation = .identity)
    -> RenderView
  {
    RenderView(
      Viewport(
        surface: orientation.applied(to: picture), picture: picture, orientation: orientation,
        scale: 1, origin: .zero, isSettled: true))
  }
}

/// Turns premultiplied pixels into straight ones, as PNG has them.
enum StraightAlpha {
  /// Divides the colours of RGBA pixels of 8 bits by their alpha, rounded to the nearest.
  static func convert(_ pixels: inout [UInt8]) {
    pixels.withUnsafeMutableBufferPointer { bytes in
      var index = 0
      while index + 3 < bytes.count {
        let alpha = UInt32(bytes[index + 3])
        if alpha == 0 {
          bytes[index] = 0
          bytes[index + 1] = 0
          bytes[index + 2] = 0
        } else if alpha < 255 {
          for channel in index..<index + 3 {
            let straight = (UInt32(bytes[channel]) * 255 + alpha / 2) / alpha
            bytes[channel] = UInt8(min(straight, 255))
          }
        }
        index += 4
      }
    }
  }
}

/// A wish that work on another thread ends early; any thread may utter it.
package final class Cancellation: Sendable {
  private let isUttered = Atomic<Bool>(false)
  private let signal: EventSignal

  /// Nothing is to be cancelled yet.
  package init() throws(Errno) { signal = try EventSignal() }

  /// Whether the work should end.
  package var isCancelled: Bool { isUttered.load(ordering: .acquiring) }

  /// A descriptor that is readable from then on, for whoever sleeps.
  package var descriptor: Int32 { signal.number }

  /// Asks the work to end; a wait for it ends at once.
  package func cancel() {
    isUttered.store(true, ordering: .releasing)
    signal.raise()
  }
}
