import CFITSIO
import Geometry
import Glibc

/// FITS files, written by cfitsio from values in top-down order.
struct FITSWriter {
  /// One unit of a file.
  struct Unit {
    /// cfitsio's number type: 8 to 64 bits, or floating point as -32 and -64.
    var type: Int32
    /// Values by plane, each by rows from the top.
    var values: [Double]
    /// The number of planes; with 1 there are two axes.
    var planes = 1
    /// Keywords with texts.
    var texts: [(String, String)] = []
    /// Keywords with numbers, set before the values are written.
    var numbers: [(String, Double)] = []
    /// cfitsio's compression type.
    var compression: Int32?
  }

  struct Trouble: Error { var status: Int32 }

  let size: PixelSize

  func file(_ units: [Unit]) throws -> [UInt8] {
    // cfitsio keeps both addresses, and writes to them until the file is closed.
    let memory = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
    let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    memory.initialize(to: malloc(2880))
    count.initialize(to: 2880)
    defer {
      free(memory.pointee)
      memory.deallocate()
      count.deallocate()
    }
    var handle: UnsafeMutablePointer<fitsfile>?
    var status: Int32 = 0
    guard ffimem(&handle, memory, count, 2880, realloc, &status) == 0, let handle else {
      throw Trouble(status: status)
    }
    for unit in units { write(unit, to: handle, &status) }
    ffclos(handle, &status)
    guard status == 0, let start = memory.pointee else { throw Trouble(status: status) }
    return Array(UnsafeRawBufferPointer(start: start, count: count.pointee))
  }

  private func write(
    _ unit: Unit, to handle: UnsafeMutablePointer<fitsfile>, _ status: inout Int32
  ) {
    var axes = [size.width, size.height] + (unit.planes > 1 ? [unit.planes] : [])
    if let compression = unit.compression {
      fits_set_compression_type(handle, compression, &status)
    }
    ffcrim(handle, unit.type, Int32(axes.count), &axes, &status)
    for (name, text) in unit.texts { ffpkys(handle, name, text, nil, &status) }
    for (name, number) in unit.numbers {
      if let whole = LONGLONG(exactly: number) {
        ffpkyj(handle, name, whole, nil, &status)
      } else {
        ffpkyd(handle, name, number, 10, nil, &status)
      }
    }
    // Scaling applies from here on.
    ffrdef(handle, &status)
    for plane in 0..<unit.planes {
      for row in 0..<size.height {
        let start = (plane * size.height + size.height - 1 - row) * size.width
        // NaN equals no number, so a placeholder stands for it.
        var line = unit.values[start..<start + size.width].map { $0.isNaN ? -1e300 : $0 }
        var first = [1, row + 1, plane + 1]
        var nothing = -1e300
        if unit.compression != nil {
          // Compressed values are written as stored.
          var words = line.map { Int16($0) }
          ffppx(handle, TSHORT, &first, LONGLONG(size.width), &words, &status)
        } else if line.contains(nothing) {
          ffppxn(handle, TDOUBLE, &first, LONGLONG(size.width), &line, &nothing, &status)
        } else {
          ffppx(handle, TDOUBLE, &first, LONGLONG(size.width), &line, &status)
        }
      }
    }
  }
}
