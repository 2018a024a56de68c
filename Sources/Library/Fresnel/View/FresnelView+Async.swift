import Geometry
import Tiles
import Zooming

/// Asynchronous forms of the calls with a completion, for programs whose actor has an executor on
/// the view's thread.
///
/// The executor also has to call `dispatch()`: nothing is shown or moved meanwhile otherwise. They
/// are never resumed on another thread than the caller's executor chooses.
extension FresnelView {
  /// Shows a source in place of the current one, and returns once it is on the screen.
  ///
  /// - Throws: `FresnelError`: why the picture can't be shown, `replaced` or `ended`.
  @discardableResult
  public func show(
    _ source: any TileSource, isolation: isolated (any Actor)? = #isolation
  ) async throws(FresnelError) -> SourceInfo {
    let result = await withCheckedContinuation(isolation: isolation) { continuation in
      show(source) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Zooms to a scale, 1 being 100 %, and centres a point of the picture; returns at the end of the
  /// motion, true unless another motion came first.
  @discardableResult
  public func zoom(
    to scale: Double, center: PicturePoint? = nil, animated: Bool = true,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    await withCheckedContinuation(isolation: isolation) { continuation in
      zoom(to: scale, center: center, animated: animated) { continuation.resume(returning: $0) }
    }
  }

  /// Shows an area of the picture, in its own units, as large as the surface allows; returns at the
  /// end of the motion, true unless another motion came first.
  @discardableResult
  public func fit(
    _ area: Rect, animated: Bool = true, isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    await withCheckedContinuation(isolation: isolation) { continuation in
      fit(area, animated: animated) { continuation.resume(returning: $0) }
    }
  }

  /// Shows the whole picture, never enlarged; returns at the end of the motion, true unless another
  /// motion came first.
  @discardableResult
  public func fit(
    animated: Bool = true, isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    await withCheckedContinuation(isolation: isolation) { continuation in
      fit(animated: animated) { continuation.resume(returning: $0) }
    }
  }
}
