/// Converts rows of samples to light of the same size in the cache's format: premultiplied half
/// floats in the display's primaries, without alpha if opaque, and one value for grey.
///
/// They equal the values in tiles of the picture's own level. Not thread-safe.
package final class StoredLightRows {
  private let copy: RowCopy
  private let encoder: LightEncoder

  /// Takes rows in a pipeline's format; the pipeline's output must be light.
  package init(_ color: ColorPipeline) {
    precondition(color.output == .rgba16f, "the pipeline makes light")
    copy = RowCopy(color)
    encoder = LightEncoder(color)
  }

  /// Converts `count` pixels of a row.
  package func convert(
    _ source: UnsafeRawPointer, into target: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    copy.convert(source, storing: target, count: count, encoder: encoder)
  }
}
