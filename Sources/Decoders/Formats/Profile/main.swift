import CLCMS
import DecoderKit

let number = cmsGetEncodedCMMversion()
Decoder.serveSoftProofs(library: "lcms2", version: "\(number / 1000).\(number / 10 % 100)")
