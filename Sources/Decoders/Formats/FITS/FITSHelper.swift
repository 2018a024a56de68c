import CFITSIO
import DecoderKit
import DecoderProtocol
import Platform

/// A second thread that searches bands of a page, with its own instance of the file.
///
/// The search precedes the first row, when the other core is idle.
struct FITSHelper: ~Copyable {
  private let thread: Thread

  /// With fewer numbers, the search would be over before the thread has started.
  private static let fewest = 1 << 20

  /// Starts the thread; `nil` if it would not help, or cfitsio is not thread-safe.
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
                // Damaged bands are retried row by row on the main thread, which can report the
                // error.
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

  /// Waits for the helper's last band.
  consuming func join() { thread.join() }
}
