import CFITSIO
import DecoderKit
import DecoderProtocol
import Platform

/// A second thread that looks at bands of a page, through an opening of the file of its own.
///
/// Looking comes before the first row, when nobody needs the other processor.
struct FITSHelper: ~Copyable {
  private let thread: Thread

  /// Fewer numbers are looked at as soon as a thread has started.
  private static let fewest = 1 << 20

  /// Starts one; `nil` where that is of no use, or cfitsio knows no threads.
  init?(
    _ input: PictureInput, _ image: FITSImage, planes: Range<Int>, rowsPerBand: Int,
    _ bands: FITSBands
  ) {
    guard !image.isCompressed, (image.size.area ?? 0) >= Self.fewest, fits_is_reentrant() != 0
    else { return nil }
    do throws(Errno) {
      thread = try Thread(name: "range") {
        guard let file = try? FITSFile(input), (try? file.select(image)) != nil else { return }
        let size = image.size
        withUnsafeTemporaryAllocation(of: Double.self, capacity: size.width * rowsPerBand) {
          values in
          guard let base = values.baseAddress else { return }
          while let band = bands.take() {
            let first = band * rowsPerBand
            let count = min(rowsPerBand, size.height - first) * size.width
            var range = FITSRange()
            for plane in planes {
              do throws(CodecError) {
                try file.read(image, row: first, plane: plane, count: count, into: base)
              } catch {
                // What is damaged is looked at row by row, by who can say so.
                return bands.giveBack(band)
              }
              range.add(UnsafeBufferPointer(rebasing: values[..<count]))
            }
            bands.finish(range, hasRead: true)
          }
        }
      }
    } catch {
      return nil
    }
  }

  /// Waits for its last band.
  consuming func join() { thread.join() }
}
