import CX11
import Synchronization

/// Xlib's errors, counted for each connection.
///
/// Xlib's own handlers end the process. Ours never do: another client may destroy a window between
/// our question and the server's answer, and that is no reason to lose the picture.
enum XErrors {
  /// What one connection has met.
  struct Record {
    /// How many errors the server has reported.
    var count = 0
    /// The last one's code.
    var lastCode: UInt8 = 0
  }

  // Keyed by the connection's address; handlers run on whichever thread reads that connection.
  private static let records = Mutex<[UInt: Record]>([:])

  private static let installed: Void = {
    // Each connection belongs to one thread, but Xlib's lists of extensions are shared by all.
    XInitThreads()
    XSetErrorHandler { display, error in
      if let display, let error { XErrors.note(error.pointee.error_code, on: display) }
      return 0
    }
    // What follows a lost server is told to the connection's own exit handler.
    XSetIOErrorHandler { _ in 0 }
  }()

  /// Makes sure that no X error ends the process.
  static func install() { _ = installed }

  private static func note(_ code: UInt8, on display: OpaquePointer) {
    records.withLock { records in
      var record = records[UInt(bitPattern: display)] ?? Record()
      record.count += 1
      record.lastCode = code
      records[UInt(bitPattern: display)] = record
    }
  }

  /// What a connection has met so far.
  static func record(of display: OpaquePointer) -> Record {
    records.withLock { $0[UInt(bitPattern: display)] ?? Record() }
  }

  /// Forgets a connection that is closed: the next one may have its address.
  static func forget(_ display: OpaquePointer) {
    records.withLock { $0[UInt(bitPattern: display)] = nil }
  }
}
