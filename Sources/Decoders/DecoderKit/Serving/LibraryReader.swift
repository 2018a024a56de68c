import DecoderProtocol

/// Reads a file for a library that asks for bytes by a callback, and keeps why it could not be
/// read.
///
/// It belongs to the thread that the library is called on.
package final class LibraryReader {
  /// Why the file could not be read, where that was the library's trouble.
  package private(set) var failure: CodecError?
  private let input: PictureInput

  /// A reader of a file.
  package init(_ input: PictureInput) { self.input = input }

  /// Reads from a byte on; the answer is how many there were, or -1 where reading failed.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    do throws(CodecError) {
      return try input.readBytes(at: offset, into: buffer)
    } catch {
      failure = error
      return -1
    }
  }
}
