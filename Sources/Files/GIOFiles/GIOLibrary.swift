import Glibc

/// GIO, loaded at its first use, so that it doesn't delay the first picture.
///
/// Only the local file system is requested, so that GIO loads no module and contacts no session
/// bus. `GIO_USE_VFS=local` would do that for the whole process and its children.
struct GIOLibrary: Sendable {
  typealias Object = UnsafeMutableRawPointer

  /// `GError`.
  struct CError {
    var domain: UInt32
    var code: Int32
    var message: UnsafePointer<CChar>?
  }

  /// `g_vfs_get_local`.
  let localFiles: @convention(c) () -> Object?
  /// `g_vfs_get_file_for_path`.
  let file: @convention(c) (Object?, UnsafePointer<CChar>) -> Object?
  /// `g_file_trash`.
  let trash: @convention(c) (Object?, Object?, UnsafeMutablePointer<Object?>?) -> Int32
  /// `g_get_user_data_dir`.
  let dataFolder: @convention(c) () -> UnsafePointer<CChar>?
  /// `g_io_error_quark`.
  let errorDomain: @convention(c) () -> UInt32
  /// `g_bus_get_sync`.
  let bus: @convention(c) (Int32, Object?, UnsafeMutablePointer<Object?>?) -> Object?
  /// `g_dbus_connection_set_exit_on_close`.
  let setExitOnClose: @convention(c) (Object?, Int32) -> Void
  /// `g_dbus_connection_call_sync`.
  let call:
    @convention(c) (
      Object?, UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>,
      UnsafePointer<CChar>, Object?, Object?, Int32, Int32, Object?,
      UnsafeMutablePointer<Object?>?
    ) -> Object?
  /// `g_variant_parse`.
  let variant:
    @convention(c) (
      Object?, UnsafePointer<CChar>, UnsafePointer<CChar>?, Object?,
      UnsafeMutablePointer<Object?>?
    ) -> Object?
  /// `g_variant_unref`.
  let releaseVariant: @convention(c) (Object?) -> Void
  /// `g_app_info_launch_default_for_uri`.
  let launch:
    @convention(c) (UnsafePointer<CChar>, Object?, UnsafeMutablePointer<Object?>?) -> Int32
  /// `g_object_unref`.
  let release: @convention(c) (Object?) -> Void
  /// `g_error_free`.
  let freeError: @convention(c) (Object?) -> Void

  /// The library's handle, which is never closed; any thread may look up functions.
  nonisolated(unsafe) private let handle: Object

  /// The library, or why it can't be loaded; it stays loaded.
  private static let shared = Result { () throws(GIOError) in try GIOLibrary() }

  /// Returns the library, which the first call loads.
  static func load() throws(GIOError) -> GIOLibrary { try shared.get() }

  private init() throws(GIOError) {
    let name = "libgio-2.0.so.0"
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      let message = dlerror().map { String(cString: $0) } ?? "\(name) is missing"
      throw GIOError(reason: .noLibrary, message: message)
    }
    self.handle = handle
    func function<Function>(_ name: String) throws(GIOError) -> Function {
      try Self.function(name, in: handle)
    }
    localFiles = try function("g_vfs_get_local")
    file = try function("g_vfs_get_file_for_path")
    trash = try function("g_file_trash")
    dataFolder = try function("g_get_user_data_dir")
    errorDomain = try function("g_io_error_quark")
    bus = try function("g_bus_get_sync")
    setExitOnClose = try function("g_dbus_connection_set_exit_on_close")
    call = try function("g_dbus_connection_call_sync")
    variant = try function("g_variant_parse")
    releaseVariant = try function("g_variant_unref")
    launch = try function("g_app_info_launch_default_for_uri")
    release = try function("g_object_unref")
    freeError = try function("g_error_free")
  }

  /// Returns a function of GIO, or of GLib and GObject, on which GIO depends.
  func function<Function>(_ name: String) throws(GIOError) -> Function {
    try Self.function(name, in: handle)
  }

  private static func function<Function>(
    _ name: String, in handle: Object
  ) throws(GIOError) -> Function {
    guard let address = dlsym(handle, name) else {
      throw GIOError(reason: .noLibrary, message: "\(name) is missing in GIO")
    }
    return unsafeBitCast(address, to: Function.self)
  }

  /// Takes the `GError` of a call that failed.
  func error(_ failure: Object?) -> GIOError {
    defer { if failure != nil { freeError(failure) } }
    guard let error = failure?.assumingMemoryBound(to: CError.self).pointee else {
      return GIOError(reason: .other, message: "GIO gives no reason")
    }
    return GIOError(
      reason: error.domain == errorDomain() ? GIOError.Reason(code: error.code) : .other,
      message: error.message.map { String(cString: $0) } ?? "")
  }
}
