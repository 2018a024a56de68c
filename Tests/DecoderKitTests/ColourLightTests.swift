import Glibc
import Resampling
import Testing
import Tiles

@testable import DecoderKit

/// The conversion of light for a display: the curves that are reported, and values beyond white.
@Suite struct ColourLightTests {
  private func pipeline(
    _ source: SourceColor, depth: Int = 32, display: [UInt8] = []
  ) -> ColorPipeline {
    ColorPipeline(
      format: RowFormat(channels: .rgb, depth: depth), source: source, displayProfile: display,
      output: .rgba16f)
  }

  @Test func sRGBNeedsNoCurves() {
    #expect(pipeline(.linear).displayCurves == nil)
    #expect(pipeline(.linear, display: TestProfile.sRGB()).displayCurves == nil)
  }

  @Test func aDisplaysCurvesAreReported() throws {
    let display = TestProfile.adobe()
    let pipeline = pipeline(.linear, display: display)
    let curves = try #require(pipeline.displayCurves)
    for light in [0, 0.0001, 0.002, 0.03, 0.2, 0.5, 0.9, 1] {
      for channel in 0..<3 {
        // One tenth of a code of 255.
        #expect(abs(curves.code(light, channel) - pow(light, 1 / 2.2)) < 0.0004, "\(light)")
      }
    }
    // The display's green is not sRGB's.
    let matrix = try #require(pipeline.matrix)
    #expect(abs(matrix.columns.1.x) > 0.05 || abs(matrix.columns.1.z) > 0.03)
  }

  @Test func hdrSignalsReachBeyondWhite() {
    // PQ's maximum is 10 000 cd/m²; HLG's white on a display of 1000 cd/m² is 1000.
    let quantizer = pipeline(.cicp(primaries: 1, transfer: 16), depth: 16)
    #expect(abs(light(of: quantizer, 65535) - 10000 / 203) < 0.05)
    let hybrid = pipeline(.cicp(primaries: 1, transfer: 18), depth: 16)
    #expect(abs(light(of: hybrid, 65535) - 1000 / 203) < 0.01)
    // PQ's signal 0.5807 is white.
    #expect(abs(light(of: quantizer, UInt16(0.58069 * 65535)) - 1) < 0.002)
  }

  @Test func otherSignalsAreUnchanged() {
    let plain = pipeline(.sRGB, depth: 16)
    #expect(abs(light(of: plain, 32768) - 0.2140) < 0.0005)
    #expect(light(of: plain, 65535) == 1)
  }

  @Test func aFewFirefliesDoNotDarkenAPicture() {
    var meter = LightMeter()
    for index in 0..<100_000 { meter.add(index % 2000 == 0 ? 9000 : index % 5 == 0 ? 3 : 0.4) }
    for light in [Float.nan, .infinity, -1] { meter.add(light) }
    #expect(meter.headroom >= 3 && meter.headroom < 3.2)
    var dark = LightMeter()
    for _ in 0..<5000 { dark.add(0.9) }
    #expect(dark.headroom == 1 && LightMeter().headroom == 1)
    var bright = LightMeter()
    for _ in 0..<5000 { bright.add(60_000) }
    #expect(abs(bright.headroom - 10000 / 203) < 1e-9)
  }

  @Test(arguments: [Double.nan, -Double.infinity, -3, 0.5])
  func anInvalidBrightnessCountsAsWhite(headroom: Double) {
    var header = PictureHeader(
      size: .init(width: 2, height: 1), format: RowFormat(channels: .rgb), color: .sRGB,
      hasAlpha: false, memory: .streaming(rowBytes: 6))
    header.headroom = headroom
    #expect(header.info.headroom == 1)
    header.headroom = .infinity
    #expect(header.info.headroom.isFinite)
  }

  /// The light of one sample value, the same in all three channels.
  private func light(of pipeline: ColorPipeline, _ sample: UInt16) -> Double {
    var shape = TileShape(edge: 256, overlap: 0, format: .rgba16f)
    shape.format = .rgba16f
    let level = Level(size: .init(width: 1, height: 1), shape: shape)
    let pixel = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
    defer { pixel.deallocate() }
    let reducer = TileReducer(
      source: level.size, orientation: .identity, level: level,
      targets: [.init(id: 1, key: TileKey(level: level, column: 0, row: 0), base: pixel)],
      color: pipeline)
    let row = [sample, sample, sample]
    _ = row.withUnsafeBytes { reducer.consume(rows: $0, stride: 6, firstRow: 0, count: 1) }
    return Double(HalfFloats.values(pixel.load(as: UInt64.self)).y)
  }
}
