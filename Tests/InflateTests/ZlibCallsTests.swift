import CISAL
import Glibc
import Inflate
import TestSupport
import Testing

/// zlib's calls: reset, ownership of streams, and interposition.
@Suite struct ZlibCallsTests {
  private static let text = Array("a picture, a picture, a picture of a picture".utf8)

  /// One step with all input and enough output space.
  private static func step(
    _ stream: inout z_stream, _ input: [UInt8], _ room: Int = 1000
  ) -> (status: Int32, bytes: [UInt8]) {
    var input = input
    var output = [UInt8](repeating: 0, count: room)
    let status = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(room)
        return Inflate.inflate(&stream, Z_NO_FLUSH)
      }
    }
    return (status, Array(output[..<(room - Int(stream.avail_out))]))
  }

  private static func begin(_ stream: inout z_stream, windowBits: Int32 = 15) -> Int32 {
    Inflate.inflateInit2(
      &stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  }

  @Test func resettingStartsOver() {
    let whole = Zlib.deflated(Self.text)
    var stream = z_stream()
    #expect(Self.begin(&stream) == Z_OK)
    defer { _ = Inflate.inflateEnd(&stream) }
    for reset in [{ Inflate.inflateReset($0) }, { Inflate.inflateReset2($0, 0) }]
      as [(
        UnsafeMutablePointer<z_stream>
      ) -> Int32]
    {
      // In the middle of pending output, after damage, and at the end.
      #expect(Self.step(&stream, whole, 10).bytes == Array(Self.text[..<10]))
      #expect(reset(&stream) == Z_OK && stream.total_in == 0 && stream.total_out == 0)
      #expect(Self.step(&stream, [1, 2, 3]).status == Z_DATA_ERROR)
      #expect(Self.step(&stream, whole).status == Z_DATA_ERROR)
      #expect(reset(&stream) == Z_OK && stream.msg == nil)
      #expect(Self.step(&stream, whole) == (Z_STREAM_END, Self.text))
      #expect(stream.total_in == whole.count && stream.total_out == Self.text.count)
      #expect(reset(&stream) == Z_OK)
    }
  }

  @Test func theChecksumCanBeIgnored() {
    var whole = Zlib.deflated(Self.text)
    whole[whole.count - 1] ^= 1
    var stream = z_stream()
    #expect(Self.begin(&stream) == Z_OK)
    defer { _ = Inflate.inflateEnd(&stream) }
    #expect(Self.step(&stream, whole) == (Z_DATA_ERROR, Self.text))
    #expect(Inflate.inflateReset(&stream) == Z_OK && Inflate.inflateValidate(&stream, 0) == Z_OK)
    #expect(Self.step(&stream, whole) == (Z_STREAM_END, Self.text))
  }

  @Test func zlibHandlesRawAndGzipStreams() {
    for windowBits in [Int32(-15), 31] {
      let whole = Zlib.deflated(Self.text, windowBits: windowBits)
      var stream = z_stream()
      #expect(Self.begin(&stream, windowBits: windowBits) == Z_OK)
      #expect(Self.step(&stream, whole) == (Z_STREAM_END, Self.text))
      #expect(Inflate.inflateReset(&stream) == Z_OK)
      #expect(Self.step(&stream, whole, 7) == (Z_OK, Array(Self.text[..<7])))
      #expect(Inflate.inflateEnd(&stream) == Z_OK && stream.state == nil)
    }
  }

  @Test func invalidStreamsAreRefused() {
    var stream = z_stream()
    #expect(Inflate.inflate(&stream, 0) == Z_STREAM_ERROR && Inflate.inflate(nil, 0) == -2)
    #expect(Inflate.inflateReset(&stream) == Z_STREAM_ERROR)
    #expect(Inflate.inflateReset2(&stream, 15) == Z_STREAM_ERROR)
    #expect(Inflate.inflateEnd(&stream) == Z_STREAM_ERROR)
    #expect(Inflate.inflateInit2(&stream, 15, "0.9", 112) == Z_VERSION_ERROR)
    #expect(Inflate.inflateInit2(&stream, 15, ZLIB_VERSION, 1) == Z_VERSION_ERROR)
  }

  @Test func otherCallsOfZlibRefuseOurStreams() {
    let sync = Zlib.call("inflateSync", as: InflateCalls.OfStream.self)
    var stream = z_stream()
    #expect(Self.begin(&stream) == Z_OK)
    #expect(sync(&stream) == Z_STREAM_ERROR)
    #expect(Inflate.inflateEnd(&stream) == Z_OK)
  }

  @Test func checksumsEqualTheSpecifications() {
    #expect(Inflate.crc32(0, nil, 0) == 0)
    #expect(Inflate.crc32(0, Array("123456789".utf8), 9) == 0xCBF4_3926)
    let begun = Inflate.crc32(0, Array("1234".utf8), 4)
    #expect(Inflate.crc32(begun, Array("56789".utf8), 5) == 0xCBF4_3926)
  }

  /// Linkers differ in how they export symbols that a library on their command line needs.
  @Test func ourCallsOverrideZlibsInTheDecoder() throws {
    let decoder = PipedProcess.built("fresnel-decode-png")
    let (lines, _) = try PipedProcess(
      "/usr/bin/env", ["LD_DEBUG=bindings", "LD_BIND_NOW=1", decoder]
    ).finish()
    let bindings = lines.split(separator: "\n").filter { $0.contains("/libpng16.so") }
    for name in [
      "inflateInit2_", "inflate", "inflateReset", "inflateReset2", "inflateValidate",
      "inflateEnd", "crc32",
    ] {
      let binding = bindings.first { $0.contains("normal symbol `\(name)'") }
      // Newer versions of libpng don't use it.
      if binding == nil, name == "inflateValidate" { continue }
      let target = binding?.split(separator: " to ").last ?? "nothing"
      #expect(target.contains("fresnel-decode-png"), "\(name) is bound to \(target)")
    }
  }
}
