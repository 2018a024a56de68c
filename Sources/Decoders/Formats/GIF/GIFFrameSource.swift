import CGIF
import DecoderKit
import DecoderProtocol

/// The file that giflib reads: a synthetic header and one frame's codes from the real file.
final class GIFFrameSource {
  private let bytes: GIFBytes
  private let head: [UInt8]
  private let data: Int
  private let end: Int
  private var place = 0
  /// The remaining bytes of the current sub-block.
  private var blockBytes = 0
  /// True if the file ends before the frame does.
  private(set) var isAtEnd = false
  /// Why the file could not be read.
  private(set) var failure: CodecError?

  /// A file with one frame at the screen's origin, without colours.
  init(_ frame: GIFFrame, in input: PictureInput) {
    bytes = GIFBytes(input)
    end = input.byteCount
    data = frame.data
    let size = [frame.placement.area.width, frame.placement.area.height].flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
    head = Array("GIF89a".utf8) + size + [0, 0, 0] + [0x2C, 0, 0, 0, 0] + size + [0]
  }

  /// giflib's read callback.
  static let read: InputFunc = { file, target, count in
    guard let file, let target, let data = file.pointee.UserData else { return 0 }
    let source = Unmanaged<GIFFrameSource>.fromOpaque(data).takeUnretainedValue()
    return Int32(source.read(into: target, count: Int(count)))
  }

  private func read(into target: UnsafeMutablePointer<UInt8>, count: Int) -> Int {
    var done = 0
    while done < count, place < head.count {
      target[done] = head[place]
      done += 1
      place += 1
    }
    while done < count {
      do throws(CodecError) {
        let copied = try readData(into: target + done, count: count - done)
        if copied == 0 { break }
        done += copied
        place += copied
      } catch {
        failure = error
        break
      }
    }
    return done
  }

  /// Reads the code size, then sub-blocks, each with its length byte first.
  ///
  /// The last sub-block of a truncated file is shortened, and an empty one ends the frame, so that
  /// giflib decodes what there is.
  private func readData(
    into target: UnsafeMutablePointer<UInt8>, count: Int
  ) throws(CodecError) -> Int {
    let start = data + place - head.count
    if start == data {
      let copied = try bytes.copy(from: start, count: 1, to: target)
      if copied == 0 { isAtEnd = true }
      return copied
    }
    guard blockBytes == 0 else {
      let copied = try bytes.copy(from: start, count: min(count, blockBytes), to: target)
      blockBytes -= copied
      return copied
    }
    guard let size = try bytes.byte(at: start) else {
      isAtEnd = true
      target.pointee = 0
      return 1
    }
    blockBytes = max(0, min(size, end - start - 1))
    if blockBytes < size { isAtEnd = true }
    target.pointee = UInt8(blockBytes)
    return 1
  }
}
