import Gestures
import Testing

@testable import Windowing

@Suite struct PixelLayoutTests {
  private func converted(_ bgra: [UInt8], _ layout: PixelLayout) -> [UInt8] {
    let bytes = layout.bitsPerPixel / 8
    var result = [UInt8](repeating: 0, count: bgra.count / 4 * bytes)
    result.withUnsafeMutableBytes { to in
      bgra.withUnsafeBytes { from in
        guard let source = from.baseAddress, let target = to.baseAddress else { return }
        layout.convert(
          source, sourceStride: from.count, to: target, targetStride: to.count,
          width: bgra.count / 4, height: 1)
      }
    }
    return result
  }

  @Test func theUsualLayoutNeedsNoConversion() {
    let usual = PixelLayout(
      bitsPerPixel: 32, isLittleEndian: true, redMask: 0xff_0000, greenMask: 0xff00, blueMask: 0xff,
      depth: 24)
    #expect(usual.isBGRX)
  }

  @Test func alphaIsOpaqueIfTheDepthHasIt() {
    let deep = PixelLayout(
      bitsPerPixel: 32, isLittleEndian: true, redMask: 0xff_0000, greenMask: 0xff00, blueMask: 0xff,
      depth: 32)
    #expect(converted([3, 2, 1, 0], deep) == [3, 2, 1, 255])
  }

  @Test func sixteenBitPixelsAreRounded() {
    let layout = PixelLayout(
      bitsPerPixel: 16, isLittleEndian: true, redMask: 0xf800, greenMask: 0x07e0, blueMask: 0x1f,
      depth: 16)
    // 128 of 255 is 15.56 of 31 and 31.6 of 63.
    let expected: UInt16 = 16 << 11 | 32 << 5 | 31
    #expect(
      converted([255, 128, 128, 0], layout) == [UInt8(expected & 0xff), UInt8(expected >> 8)])
  }

  @Test func bytesFollowTheServersByteOrder() {
    let layout = PixelLayout(
      bitsPerPixel: 32, isLittleEndian: false, redMask: 0xff_0000, greenMask: 0xff00,
      blueMask: 0xff,
      depth: 24)
    #expect(converted([3, 2, 1, 255], layout) == [0, 1, 2, 3])
    let packed = PixelLayout(
      bitsPerPixel: 24, isLittleEndian: true, redMask: 0xff, greenMask: 0xff00, blueMask: 0xff_0000,
      depth: 24)
    #expect(converted([3, 2, 1, 255, 6, 5, 4, 255], packed) == [1, 2, 3, 4, 5, 6])
  }

  @Test func tenBitChannelsReachTheirMaximum() {
    let layout = PixelLayout(
      bitsPerPixel: 32, isLittleEndian: true, redMask: 0x3ff0_0000, greenMask: 0xffc00,
      blueMask: 0x3ff, depth: 30)
    #expect(converted([255, 0, 255, 255], layout) == [0xff, 0x03, 0xf0, 0x3f])
  }

  @Test func palettesAreRefused() {
    let palette = PixelLayout(
      bitsPerPixel: 8, isLittleEndian: true, redMask: 0, greenMask: 0, blueMask: 0, depth: 8)
    #expect(!palette.isSupported)
  }
}

@Suite struct KeysymTests {
  @Test func theNumberPadEqualsTheMainBlock() {
    #expect(Keysym(rawValue: 0xffab).withoutKeypad == .plus)
    #expect(Keysym(rawValue: 0xffad).withoutKeypad == .minus)
    #expect(Keysym(rawValue: 0xffb0).withoutKeypad == .zero)
    #expect(Keysym(rawValue: 0xff96).withoutKeypad == .left)
    #expect(Keysym(rawValue: 0xff99).withoutKeypad == .down)
    #expect(Keysym(rawValue: 0xff9a).withoutKeypad == .pageUp)
    #expect(Keysym.f.withoutKeypad == .f)
  }

  @Test func otherScriptsAreForeign() {
    #expect(Keysym(rawValue: 0x06ca).isForeignLetter)
    #expect(Keysym(rawValue: 0x0100_0439).isForeignLetter)
    #expect(!Keysym.q.isForeignLetter)
    #expect(!Keysym.f11.isForeignLetter)
  }
}

@Suite struct WindowIconTests {
  @Test func theIconIsARoundLensInAllSizes() {
    let numbers = WindowIcon.property(sizes: [16, 128])
    #expect(numbers.count == 2 + 16 * 16 + 2 + 128 * 128)
    #expect(numbers[0] == 16)
    #expect(numbers[2 + 256] == 128)
    #expect(numbers[2] == 0)
    #expect(numbers[2 + 8 * 16 + 8] >> 24 == 255)
  }
}
