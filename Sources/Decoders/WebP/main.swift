import CWebP
import DecoderKit
import DecoderProtocol
import Glibc

// A byte a number: 0x010204 is 1.2.4.
let number = WebPGetDecoderVersion()
let version = "\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
// Asked before the lock-down, which allows no such question.
let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
Decoder.serve(library: "libwebp", version: version, reserves: true) { (input) throws(CodecError) in
  let container = try WebPContainer(input)
  return try container.isStill
    ? WebPCodec(container, in: input, processors: processors) : container.composed(in: input)
}
