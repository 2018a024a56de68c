import DecoderProtocol

/// Reads a file for a library's read callback, and keeps the error if reading fails.
///
/// Use it on the thread that calls the library.
package final class LibraryReader {
  /// The read error behind the library's failure, if there was one.
  package private(set) var failure: CodecError?
  private let input: PictureInput

  /// A reader of a file.
  package init(_ input: PictureInput) { self.input = input }

  /// Reads at a byte offset; returns the number of bytes read, or -1 on error.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    do throws(CodecError) {
      return try input.readBytes(at: offset, into: buffer)
    } catch {
      failure = error
      return -1
    }
  }
}
