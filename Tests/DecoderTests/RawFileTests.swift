import DecoderProtocol
import Geometry
import Glibc
import Platform
import TestSupport
import Testing
import Tiles

/// Raw files that are damaged, too large or odd, and the decoder's progress while it works.
@Suite struct RawFileTests {
  @Test func aTruncatedFileGivesASentence() throws {
    let bytes = DNGWriter().bytes
    #expect(throws: CodecError(.corrupt, "the raw picture is damaged")) {
      try DecoderClient.decode(.raw, PictureFile(Array(bytes.prefix(bytes.count * 2 / 3))))
    }
  }

  @Test func anUnsupportedCameraGivesASentence() throws {
    let sentence =
      "LibRaw does not support this camera, or this encoding of its raw pictures"
    let client = try DecoderClient(
      .raw, PictureFile(Array("II*\0".utf8) + [8, 0, 0, 0] + [UInt8](repeating: 0, count: 8192)))
    #expect(throws: CodecError(.unsupported, sentence)) { try client.open() }
  }

  @Test func aHugePictureIsShownAtHalfItsSize() throws {
    var dng = DNGWriter()
    dng.size = PixelSize(width: 12_000, height: 9_200)
    let file = PictureFile(dng.head)
    // The samples take no space on disk.
    ftruncate(file.descriptor.number, off_t(dng.head.count + 12_000 * 9_200 * 2))
    let client = try DecoderClient(.raw, file)
    let info = try client.open()
    #expect(info.size == PixelSize(width: 6000, height: 4600))
    _ = try client.pixels(of: Level(size: PixelSize(width: 120, height: 92)))
    #expect(
      client.missing == [
        "the picture of 12000 × 9200 pixels is too large to be developed at full size; "
          + "it is shown at 1/2 scale"
      ])
  }

  @Test func libRawStartsNoThreads() throws {
    var dng = DNGWriter()
    dng.size = PixelSize(width: 700, height: 500)
    let client = try DecoderClient(.raw, PictureFile(dng.bytes))
    let info = try client.open()
    _ = try client.pixels(of: Level(size: info.size))
    let path = "/proc/\(client.process.pid)/status"
    let file = try FileDescriptor.openForReading(Array(path.utf8))
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = read(file.number, &bytes, bytes.count)
    let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
    #expect(lines.contains("Threads:\t1"))
  }

  @Test func theArenaGivesTheSameTile() throws {
    let dng = DNGWriter()
    let (_, whole) = try DecoderClient.decode(.raw, PictureFile(dng.bytes))
    let pixels = try DecoderClient.decodeThroughArena(.raw, dng.bytes, size: dng.size)
    #expect(pixels.difference(whole) == 0)
  }
}
