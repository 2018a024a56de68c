import Geometry
import Tiles

// The fields of a decoder's messages except `info`, in wire order.

extension WireWriter {
  mutating func put(_ hello: Hello) {
    put(hello.version)
    put(name: hello.library)
    put(name: hello.libraryVersion)
  }

  mutating func put(_ failure: CodecError) {
    put(failure.code.rawValue)
    put(sentence: failure.sentence)
  }

  mutating func put(sentence: String) {
    put(sentence.utf8(atMost: CodecError.longestSentence))
  }

  mutating func put(_ time: FrameTime) {
    put32(time.number)
    put64(time.microseconds)
    put(time.isLast)
  }

  mutating func put(_ map: GainMap) {
    put32(map.size.width)
    put32(map.size.height)
    for channels in [map.minimum, map.maximum, map.gamma, map.baseOffset, map.alternateOffset] {
      put(channels.red)
      put(channels.green)
      put(channels.blue)
    }
    put(map.baseCapacity)
    put(map.alternateCapacity)
    put(map.isBaseBright)
  }

  mutating func put(_ metadata: Metadata) {
    put(metadata.kind.rawValue)
    put(metadata.hasMore)
    put(Array(metadata.bytes.prefix(WireFormat.longestMetadata)))
  }
}

extension WireReader {
  mutating func takeHello(_ version: UInt32) throws(WireError) -> Hello {
    Hello(version: version, library: try takeName(), libraryVersion: try takeName())
  }

  mutating func takeFailure() throws(WireError) -> CodecError {
    guard let code = CodecError.Code(rawValue: try take(UInt8.self)) else {
      throw .badValue("failure")
    }
    return CodecError(code, try takeSentence())
  }

  mutating func takeSentence() throws(WireError) -> String {
    String(decoding: try takeBlob(atMost: CodecError.longestSentence), as: UTF8.self)
  }

  mutating func takeKeptSize() throws(WireError) -> PixelSize {
    let kept = PixelSize(width: try take32(), height: try take32())
    guard max(kept.width, kept.height) <= SourceInfo.longestSide else { throw .badValue("size") }
    return kept
  }

  /// All codes, or none for sRGB's curve.
  mutating func takeDisplayCurves() throws(WireError) -> DisplayCurves? {
    guard !isAtEnd else { return nil }
    var codes: [UInt16] = []
    codes.reserveCapacity(3 * DisplayCurves.entries)
    for _ in 0..<3 * DisplayCurves.entries { codes.append(try take(UInt16.self)) }
    return DisplayCurves(codes: codes)
  }

  mutating func takeFrameTime() throws(WireError) -> FrameTime {
    let number = try take32()
    guard number < SourceInfo.mostFrames else { throw .badValue("frame") }
    return FrameTime(
      number: number,
      microseconds: try take64(
        in: WireFormat.shortestFrame...WireFormat.longestFrame, "duration"),
      isLast: try takeFlag())
  }

  mutating func takeTimes() throws(WireError) -> DecoderTimes {
    let times = DecoderTimes(
      started: try take(UInt64.self), locked: try take(UInt64.self), header: try take(UInt64.self),
      firstRow: try take(UInt64.self), lastRow: try take(UInt64.self))
    guard times.inOrder == times.inOrder.sorted() else { throw .badValue("times") }
    return times
  }

  mutating func takeGainMap() throws(WireError) -> GainMap {
    let size = PixelSize(width: try take32(), height: try take32())
    guard !size.isEmpty, max(size.width, size.height) <= SourceInfo.longestSide,
      let area = size.area, area <= SourceInfo.mostPixels
    else { throw .badValue("size") }
    let largest = Float(WireFormat.largestNumber)
    let any = -largest...largest
    return GainMap(
      size: size, minimum: try takeChannels(in: any), maximum: try takeChannels(in: any),
      gamma: try takeChannels(in: 1 / largest...largest), baseOffset: try takeChannels(in: any),
      alternateOffset: try takeChannels(in: any), baseCapacity: try takeFloat(in: any, "gain map"),
      alternateCapacity: try takeFloat(in: any, "gain map"), isBaseBright: try takeFlag())
  }

  private mutating func takeChannels(
    in bounds: ClosedRange<Float>
  ) throws(WireError) -> GainMap.Channels {
    GainMap.Channels(
      try takeFloat(in: bounds, "gain map"), try takeFloat(in: bounds, "gain map"),
      try takeFloat(in: bounds, "gain map"))
  }

  mutating func takeMetadata() throws(WireError) -> Metadata {
    guard let kind = Metadata.Kind(rawValue: try take(UInt8.self)) else {
      throw .badValue("metadata")
    }
    return Metadata(
      kind: kind, hasMore: try takeFlag(),
      bytes: try takeBlob(atMost: WireFormat.longestMetadata))
  }

  mutating func takeFormatName() throws(WireError) -> String {
    let name = try takeName()
    guard !name.isEmpty else { throw .badValue("format") }
    return name
  }
}
