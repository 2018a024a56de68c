import DecoderProtocol
import Geometry
import Platform
import Rendering
import Tiles
import Tiling
import Windowing
import Zooming

/// The window's first moments: mapped as large as the picture, painted before EGL has started.
extension ViewerSession {
  /// How long a window may show nothing before its plain background is better, in seconds.
  private static let backdropDelay = 0.1

  /// Puts the window on the screen, as large as its first picture asks for.
  func mapWindow(for info: SourceInfo?, at now: Double) {
    guard !isMapped else { return }
    isMapped = true
    mappedAt = now
    if settings.geometry?.size == nil {
      let wanted = info?.size ?? Self.emptyWindow
      surface = initialWindowSize(picture: wanted, monitor: monitor.rect)
      if surface != window.size { window.resize(to: surface) }
    } else {
      surface = window.size
    }
    window.map()
  }

  /// The content of a window without a picture asks for this much.
  private static let emptyWindow = PixelSize(width: 800, height: 600)

  /// Whether the renderer may be given a frame: one that it is not blank where a picture belongs.
  var canPresent: Bool {
    if let current { return current.isDrawable && firstPaint.state != .waiting }
    return hasShownAnything || isBackdropDue
  }

  /// When the plain background is due, if the first picture still is not there.
  ///
  /// A renderer that has not started would show it late, over a picture that was painted meanwhile.
  var backdropDeadline: Double? {
    guard isMapped, isRendererReady, !isBackdropDue, current == nil, !hasShownAnything else {
      return nil
    }
    return mappedAt + Self.backdropDelay
  }

  /// Shows the plain background once the first picture takes its time.
  func showBackdropIfLate(at now: Double) {
    guard let backdropDeadline, now >= backdropDeadline else { return }
    isBackdropDue = true
    needsRedraw = true
  }

  /// Paints the first picture from the decoder's own memory, if EGL is not ready to draw it.
  func paintFirstIfReady(at now: Double) {
    guard firstPaint.state == .waiting, isExposed, let pending, let info = pending.info else {
      return
    }
    if isRendererReady || presentedNumber > 0 {
      skipFirstPaint()
      return
    }
    let view = firstView(of: info).destination
    let tiles = firstPaint.tiles
    guard view.scale == view.fitScale, !filtering.isFiltered,
      TileGrid(of: info.levels.fitLevel(of: view)).keys.allSatisfy({ tiles[$0] != nil })
    else { return }
    do {
      let painter = try WindowPainter(display: display, window: window.id, size: surface)
      showPending(at: now)
      let frame = Frame(
        number: 0, picture: pending.id, viewport: view, levels: info.levels,
        magnification: magnification,
        backdrop: settings.backdrop)
      painter.paint { pixels, stride in
        guard let base = pixels.baseAddress else { return }
        SoftwareRenderer.draw(
          frame, tiles: DecodedTiles(tiles.values), surround: settings.backdrop.surround,
          on: SurfacePixels(base: base, stride: stride, size: surface))
      }
      // The server has drawn it before the renderer's own connection can draw over it.
      painter.waitUntilDone()
      firstPainter = painter
      statistics.firstFrameMilliseconds = (MonotonicClock.now() - startTime) * 1000
      advanceFirstPaint(to: .painted)
      startRenderer()
    } catch {
      // Without a way to paint, the picture comes with the first frame.
      skipFirstPaint()
    }
  }

  /// How long EGL waits for the first paint, in seconds.
  private static let rendererPatience = 0.35

  /// When EGL is started, if the first paint has not come before.
  ///
  /// Starting it keeps two processors busy for as long as decoding a picture of 20 megapixels
  /// takes, and before the picture is there nobody can zoom it.
  var rendererDeadline: Double? {
    hasStartedRenderer ? nil : startTime + Self.rendererPatience
  }

  /// Starts EGL; the window shows what it draws from then on.
  func startRenderer() {
    guard !hasStartedRenderer else { return }
    hasStartedRenderer = true
    do throws(Errno) {
      try renderer.start()
    } catch {
      outcome = UserError(sentence: "the viewer can't start: \(error)")
      isFinished = true
    }
  }

  /// Leaves the first picture to the renderer.
  func skipFirstPaint() {
    if firstPaint.state == .waiting { advanceFirstPaint(to: .done) }
  }

  /// The renderer has shown a frame: the window thread never paints again.
  ///
  /// What nobody waits for is done now: the icon.
  func endFirstPaint() {
    guard !hasRendererTakenOver else { return }
    hasRendererTakenOver = true
    advanceFirstPaint(to: .done)
    firstPainter = nil
    window.setIcon()
  }

  private func advanceFirstPaint(to state: FirstPaint.State) {
    for tile in firstPaint.advance(to: state) { scheduler.release(tile) }
  }

  /// Draws again what the server has lost.
  func repaint(at now: Double) {
    isExposed = true
    if let firstPainter, firstPainter.size == surface {
      firstPainter.repaint()
    } else {
      needsRedraw = true
    }
    paintFirstIfReady(at: now)
  }
}
