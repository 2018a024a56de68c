import Glibc

struct ProgramFunctions {
  typealias Object = GIOLibrary.Object
  typealias Text = UnsafePointer<CChar>

  let library: GIOLibrary
  /// `g_app_info_get_recommended_for_type`.
  let recommended: @convention(c) (Text) -> Object?
  /// `g_app_info_get_all_for_type`.
  let all: @convention(c) (Text) -> Object?
  /// `g_desktop_app_info_new`.
  let entry: @convention(c) (Text) -> Object?
  /// `g_app_launch_context_new`.
  let context: @convention(c) () -> Object?
  /// `g_app_launch_context_setenv`.
  let setVariable: @convention(c) (Object?, Text, Text) -> Void
  /// `g_app_launch_context_unsetenv`.
  let removeVariable: @convention(c) (Object?, Text) -> Void
  /// `g_desktop_app_info_launch_uris_as_manager`.
  let launch:
    @convention(c) (
      Object?, Object?, Object?, Int32, (@convention(c) (Object?) -> Void)?, Object?, Object?,
      Object?, UnsafeMutablePointer<Object?>?
    ) -> Int32
  /// `g_list_prepend`.
  let prepend: @convention(c) (Object?, Object?) -> Object?
  /// `g_list_free`.
  let freeList: @convention(c) (Object?) -> Void
  /// `g_free`.
  let free: @convention(c) (Object?) -> Void
  private let id: @convention(c) (Object?) -> Text?
  private let name: @convention(c) (Object?) -> Text?
  private let executable: @convention(c) (Object?) -> Text?
  private let takesAddresses: @convention(c) (Object?) -> Int32
  private let takesFiles: @convention(c) (Object?) -> Int32

  init() throws(GIOError) {
    library = try GIOLibrary.load()
    recommended = try library.function("g_app_info_get_recommended_for_type")
    all = try library.function("g_app_info_get_all_for_type")
    entry = try library.function("g_desktop_app_info_new")
    context = try library.function("g_app_launch_context_new")
    setVariable = try library.function("g_app_launch_context_setenv")
    removeVariable = try library.function("g_app_launch_context_unsetenv")
    launch = try library.function("g_desktop_app_info_launch_uris_as_manager")
    prepend = try library.function("g_list_prepend")
    freeList = try library.function("g_list_free")
    free = try library.function("g_free")
    id = try library.function("g_app_info_get_id")
    name = try library.function("g_app_info_get_display_name")
    executable = try library.function("g_app_info_get_executable")
    takesAddresses = try library.function("g_app_info_supports_uris")
    takesFiles = try library.function("g_app_info_supports_files")
  }

  /// Returns what a `GAppInfo` is about; `nil` for this program, and for those without files.
  func program(_ object: Object) -> GIOProgram? {
    guard takesAddresses(object) != 0 || takesFiles(object) != 0, let id = id(object),
      let name = name(object)
    else { return nil }
    let executable = executable(object).map { String(cString: $0) } ?? ""
    guard executable.split(separator: "/" as Character).last != "fresnel" else { return nil }
    return GIOProgram(id: String(cString: id), name: String(cString: name))
  }

  /// `G_SPAWN_SEARCH_PATH`.
  static let searchesPath: Int32 = 1 << 2
  /// `G_SPAWN_STDOUT_TO_DEV_NULL`: a viewer's output may be read by a program that waits for marked
  /// files.
  static let discardsOutput: Int32 = 1 << 3

  /// Called in the new process: this program's threads block signals, and a terminal's Ctrl+C is
  /// not meant for other programs.
  static let prepareChild: @convention(c) (Object?) -> Void = { _ in
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    setpgid(0, 0)
  }
}
