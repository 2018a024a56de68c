/// Turns rows of samples into light of the same size as it is cached: half floats in the display's
/// primaries, multiplied by alpha, which opaque pixels do not have, and one value for a grey.
///
/// They are the numbers of the tiles of the picture's own level. Not for several threads at once.
package final class StoredLightRows {
  private let copy: RowCopy
  private let encoder: LightEncoder

  /// Rows of a pipeline's format; what comes out of the pipeline is light.
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
