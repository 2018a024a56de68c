/// The names of the X atoms that the window uses.
enum AtomName: String, CaseIterable {
  case utf8String = "UTF8_STRING"
  case clipboard = "CLIPBOARD"
  case clipboardManager = "CLIPBOARD_MANAGER"
  case targets = "TARGETS"
  case multiple = "MULTIPLE"
  case timestamp = "TIMESTAMP"
  case saveTargets = "SAVE_TARGETS"
  case atomPair = "ATOM_PAIR"
  case null = "NULL"
  case incremental = "INCR"
  case transfer = "FRESNEL_TRANSFER"
  case resourceManager = "RESOURCE_MANAGER"
  case iccProfile = "_ICC_PROFILE"
  case iccProfile1 = "_ICC_PROFILE_1"
  case iccProfile2 = "_ICC_PROFILE_2"
  case iccProfile3 = "_ICC_PROFILE_3"
  case iccProfile4 = "_ICC_PROFILE_4"
  case iccProfile5 = "_ICC_PROFILE_5"
  case iccProfile6 = "_ICC_PROFILE_6"
  case iccProfile7 = "_ICC_PROFILE_7"
  case wmProtocols = "WM_PROTOCOLS"
  case wmDeleteWindow = "WM_DELETE_WINDOW"
  case wmClientMachine = "WM_CLIENT_MACHINE"
  case ping = "_NET_WM_PING"
  case syncRequest = "_NET_WM_SYNC_REQUEST"
  case syncRequestCounter = "_NET_WM_SYNC_REQUEST_COUNTER"
  case name = "_NET_WM_NAME"
  case iconName = "_NET_WM_ICON_NAME"
  case icon = "_NET_WM_ICON"
  case processID = "_NET_WM_PID"
  case windowType = "_NET_WM_WINDOW_TYPE"
  case windowTypeNormal = "_NET_WM_WINDOW_TYPE_NORMAL"
  case state = "_NET_WM_STATE"
  case stateFullScreen = "_NET_WM_STATE_FULLSCREEN"
  case stateHidden = "_NET_WM_STATE_HIDDEN"
  case userTime = "_NET_WM_USER_TIME"
  case activeWindow = "_NET_ACTIVE_WINDOW"
  case startupInfoBegin = "_NET_STARTUP_INFO_BEGIN"
  case startupInfo = "_NET_STARTUP_INFO"
  case supported = "_NET_SUPPORTED"
  case supportingCheck = "_NET_SUPPORTING_WM_CHECK"
  case libinputTapping = "libinput Tapping Enabled"
  case libinputDisableWhileTyping = "libinput Disable While Typing Enabled"
  case synapticsFinger = "Synaptics Finger"
  case synapticsTwoFinger = "Synaptics Two-Finger Scrolling"
}

extension AtomName {
  /// The properties with the monitors' ICC profiles, in RandR's order (“ICC Profiles in X”, 0.4);
  /// monitors after the eighth have none.
  static let profiles: [AtomName] = [
    .iccProfile, .iccProfile1, .iccProfile2, .iccProfile3, .iccProfile4, .iccProfile5, .iccProfile6,
    .iccProfile7,
  ]
}
