import CTurboJPEG
import Geometry
import Platform
import TurnProtocol

/// Transforms of a JPEG picture's coefficients.
enum JPEGTransform {
  /// Returns the transformed picture, without application data and comments.
  static func apply(
    _ orientation: Orientation, to bytes: PictureBytes, isProgressive: Bool, trims: Bool
  ) throws(TurnRefusal) -> [UInt8] {
    guard let handle = tjInitTransform() else { throw .noMemory }
    defer { tjDestroy(handle) }
    var transform = tjtransform()
    transform.op = Int32(operation(orientation).rawValue)
    transform.options =
      TJXOPT_COPYNONE | (trims ? TJXOPT_TRIM : TJXOPT_PERFECT)
      | (isProgressive ? TJXOPT_PROGRESSIVE : 0)
    var output: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { tjFree(output) }
    let source = bytes.base.bindMemory(to: UInt8.self)
    let status = tjTransform(
      handle, source.baseAddress, UInt(source.count), 1, &output, &count, &transform,
      // A picture that is damaged would lose what follows the damage.
      TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS)
    guard status == 0, let output, count > 0 else { throw refusal(of: handle) }
    return Array(UnsafeBufferPointer(start: output, count: Int(count)))
  }

  private static func operation(_ orientation: Orientation) -> TJXOP {
    switch orientation.exif {
    case 2: TJXOP_HFLIP
    case 3: TJXOP_ROT180
    case 4: TJXOP_VFLIP
    case 5: TJXOP_TRANSPOSE
    case 6: TJXOP_ROT90
    case 7: TJXOP_TRANSVERSE
    case 8: TJXOP_ROT270
    default: TJXOP_NONE
    }
  }

  private static func refusal(of handle: tjhandle) -> TurnRefusal {
    let message = String(cString: tjGetErrorStr2(handle))
    if message.containsBytes(of: "emory") { return .noMemory }
    // Warnings are about the data; other errors are about kinds that it doesn't know.
    return tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) ? .damaged : .coding
  }
}
