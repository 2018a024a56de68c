/// GLib's and GIO's functions for talking with services on a message bus.
struct PortalFunctions {
  typealias Object = GIOLibrary.Object
  typealias Text = UnsafePointer<CChar>
  typealias Failure = UnsafeMutablePointer<Object?>?
  /// `GAsyncReadyCallback`.
  typealias Ready = @convention(c) (Object?, Object?, Object?) -> Void
  /// `GDBusSignalCallback`.
  typealias Signal = @convention(c) (Object?, Text?, Text?, Text?, Text?, Object?, Object?) -> Void

  /// `GDestroyNotify`.
  typealias Destroy = @convention(c) (Object?) -> Void
  /// `GUnixFDSourceFunc`.
  typealias Alarm = @convention(c) (Int32, UInt32, Object?) -> Int32

  let library: GIOLibrary
  /// `g_main_context_new`.
  let makeContext: @convention(c) () -> Object?
  /// `g_main_context_push_thread_default`.
  let pushContext: @convention(c) (Object?) -> Void
  /// `g_main_context_pop_thread_default`.
  let popContext: @convention(c) (Object?) -> Void
  /// `g_main_context_unref`.
  let releaseContext: @convention(c) (Object?) -> Void
  /// `g_main_context_iteration`.
  let iterate: @convention(c) (Object?, Int32) -> Int32
  /// `g_timeout_source_new`.
  let makeTimer: @convention(c) (UInt32) -> Object?
  /// `g_source_set_callback`.
  let setCallback:
    @convention(c) (Object?, @convention(c) (Object?) -> Int32, Object?, Object?) -> Void
  /// `g_unix_fd_source_new`.
  let makeAlarm: @convention(c) (Int32, UInt32) -> Object?
  /// `g_source_set_callback`, for a source of a descriptor.
  let setAlarmCallback: @convention(c) (Object?, Alarm, Object?, Object?) -> Void
  /// `g_source_attach`.
  let attach: @convention(c) (Object?, Object?) -> UInt32
  /// `g_source_destroy`.
  let endSource: @convention(c) (Object?) -> Void
  /// `g_source_unref`.
  let releaseSource: @convention(c) (Object?) -> Void
  /// `g_cancellable_new`.
  let makeCancellable: @convention(c) () -> Object?
  /// `g_cancellable_cancel`.
  let cancel: @convention(c) (Object?) -> Void
  /// `g_object_ref`.
  let retain: @convention(c) (Object?) -> Object?
  /// `g_dbus_address_get_for_bus_sync`.
  let address: @convention(c) (Int32, Object?, Failure) -> Object?
  /// `g_dbus_connection_new_for_address`.
  let connect: @convention(c) (Text, Int32, Object?, Object?, Ready, Object?) -> Void
  /// `g_dbus_connection_new_for_address_finish`.
  let connected: @convention(c) (Object?, Failure) -> Object?
  /// `g_dbus_connection_get_unique_name`.
  let name: @convention(c) (Object?) -> Text?
  /// `g_dbus_connection_is_closed`.
  let isClosed: @convention(c) (Object?) -> Int32
  /// `g_dbus_connection_signal_subscribe`.
  let subscribe:
    @convention(c) (
      Object?, Text?, Text?, Text?, Text?, Text?, Int32, Signal, Object?, Destroy?
    ) -> UInt32
  /// `g_dbus_connection_signal_unsubscribe`.
  let unsubscribe: @convention(c) (Object?, UInt32) -> Void
  /// `g_dbus_connection_call_with_unix_fd_list`.
  let call:
    @convention(c) (
      Object?, Text, Text, Text, Text, Object?, Object?, Int32, Int32, Object?, Object?, Ready?,
      Object?
    ) -> Void
  /// `g_dbus_connection_call_with_unix_fd_list_finish`.
  let called: @convention(c) (Object?, Failure, Object?, Failure) -> Object?
  /// `g_unix_fd_list_new`.
  let makeFiles: @convention(c) () -> Object?
  /// `g_unix_fd_list_append`.
  let appendFile: @convention(c) (Object?, Int32, Failure) -> Int32
  /// `g_variant_ref`.
  let retainVariant: @convention(c) (Object?) -> Object?
  /// `g_variant_get_child_value`.
  let child: @convention(c) (Object?, UInt) -> Object?
  /// `g_variant_n_children`.
  let childCount: @convention(c) (Object?) -> UInt
  /// `g_variant_is_of_type`.
  let isOfType: @convention(c) (Object?, Text) -> Int32
  /// `g_variant_get_uint32`.
  let number: @convention(c) (Object?) -> UInt32
  /// `g_variant_get_boolean`.
  let flag: @convention(c) (Object?) -> Int32
  /// `g_variant_get_double`.
  let fraction: @convention(c) (Object?) -> Double
  /// `g_variant_get_string`.
  let text: @convention(c) (Object?, Object?) -> Text
  /// `g_variant_lookup_value`.
  let value: @convention(c) (Object?, Text, Text) -> Object?
  /// `g_dbus_error_get_remote_error`.
  let remoteError: @convention(c) (Object?) -> Object?
  /// `g_dbus_error_strip_remote_error`.
  let stripError: @convention(c) (Object?) -> Int32
  /// `g_free`.
  let free: @convention(c) (Object?) -> Void

  init() throws(GIOError) {
    library = try GIOLibrary.load()
    makeContext = try library.function("g_main_context_new")
    pushContext = try library.function("g_main_context_push_thread_default")
    popContext = try library.function("g_main_context_pop_thread_default")
    releaseContext = try library.function("g_main_context_unref")
    iterate = try library.function("g_main_context_iteration")
    makeTimer = try library.function("g_timeout_source_new")
    setCallback = try library.function("g_source_set_callback")
    makeAlarm = try library.function("g_unix_fd_source_new")
    setAlarmCallback = try library.function("g_source_set_callback")
    attach = try library.function("g_source_attach")
    endSource = try library.function("g_source_destroy")
    releaseSource = try library.function("g_source_unref")
    makeCancellable = try library.function("g_cancellable_new")
    cancel = try library.function("g_cancellable_cancel")
    retain = try library.function("g_object_ref")
    address = try library.function("g_dbus_address_get_for_bus_sync")
    connect = try library.function("g_dbus_connection_new_for_address")
    connected = try library.function("g_dbus_connection_new_for_address_finish")
    name = try library.function("g_dbus_connection_get_unique_name")
    isClosed = try library.function("g_dbus_connection_is_closed")
    subscribe = try library.function("g_dbus_connection_signal_subscribe")
    unsubscribe = try library.function("g_dbus_connection_signal_unsubscribe")
    call = try library.function("g_dbus_connection_call_with_unix_fd_list")
    called = try library.function("g_dbus_connection_call_with_unix_fd_list_finish")
    makeFiles = try library.function("g_unix_fd_list_new")
    appendFile = try library.function("g_unix_fd_list_append")
    retainVariant = try library.function("g_variant_ref")
    child = try library.function("g_variant_get_child_value")
    childCount = try library.function("g_variant_n_children")
    isOfType = try library.function("g_variant_is_of_type")
    number = try library.function("g_variant_get_uint32")
    flag = try library.function("g_variant_get_boolean")
    fraction = try library.function("g_variant_get_double")
    text = try library.function("g_variant_get_string")
    value = try library.function("g_variant_lookup_value")
    remoteError = try library.function("g_dbus_error_get_remote_error")
    stripError = try library.function("g_dbus_error_strip_remote_error")
    free = try library.function("g_free")
  }
}
