import Rendering
import Testing

@Suite struct StraightAlphaTests {
  @Test func premultiplyingAgainGivesTheSameBytes() {
    for alpha in 1...255 {
      for value in stride(from: 0, through: alpha, by: 3) {
        var pixel = [UInt8(value), 0, UInt8(alpha), UInt8(alpha)]
        StraightAlpha.convert(&pixel)
        let again = (Int(pixel[0]) * alpha * 2 + 255) / 510
        #expect(again == value, "value \(value) of alpha \(alpha)")
        #expect(pixel[2] == 255)
      }
    }
  }

  @Test func transparentPixelsBecomeZero() {
    var pixel: [UInt8] = [9, 9, 9, 0]
    StraightAlpha.convert(&pixel)
    #expect(pixel == [0, 0, 0, 0])
  }
}
