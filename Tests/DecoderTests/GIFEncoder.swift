import CGIF

/// giflib's own encoder, for the first frame of a file.
enum GIFEncoder {
  private final class Output {
    var bytes: [UInt8] = []
  }

  static func bytes(of gif: GIFWriter) -> [UInt8] {
    let output = Output()
    var status: Int32 = 0
    let write: OutputFunc = { file, bytes, count in
      guard let data = file?.pointee.UserData, let bytes else { return 0 }
      Unmanaged<Output>.fromOpaque(data).takeUnretainedValue().bytes +=
        Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
      return count
    }
    guard
      let file = EGifOpen(Unmanaged.passUnretained(output).toOpaque(), write, &status)
    else { fatalError("memory") }
    let colors = gif.palette.map { GifColorType(Red: $0[0], Green: $0[1], Blue: $0[2]) }
    let map = GifMakeMapObject(Int32(colors.count), colors)
    let (width, height) = (Int32(gif.size.width), Int32(gif.size.height))
    precondition(EGifPutScreenDesc(file, width, height, 8, 0, map) == GIF_OK)
    precondition(EGifPutImageDesc(file, 0, 0, width, height, false, nil) == GIF_OK)
    var indices = gif.frames[0].indices
    indices.withUnsafeMutableBufferPointer { indices in
      for row in 0..<gif.size.height {
        precondition(
          EGifPutLine(file, indices.baseAddress.map { $0 + row * gif.size.width }, width)
            == GIF_OK)
      }
    }
    precondition(EGifCloseFile(file, &status) == GIF_OK)
    GifFreeMapObject(map)
    return output.bytes
  }
}
