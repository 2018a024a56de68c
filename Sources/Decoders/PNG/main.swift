import DecoderKit
import DecoderProtocol

Decoder.serve { descriptor throws(DecodeFailure) in try PNGCodec(descriptor: descriptor) }
