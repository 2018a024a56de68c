import DecoderKit
import DecoderProtocol

Decoder.serve { descriptor throws(DecodeFailure) in try TIFFCodec(descriptor: descriptor) }
