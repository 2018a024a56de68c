import Decoding
import GIOFiles
import Platform

/// The dialog of the desktop's portal in which the user chooses files to open.
struct OpenDialog: Sendable {
  /// Seconds for the user to choose: people leave dialogs open.
  fileprivate static let userLimit = 3600.0

  /// The number of the window in the X server.
  let window: UInt
  /// The absolute path of the folder in which the dialog begins.
  let folder: [UInt8]

  /// Shows the dialog, and waits on the calling thread for its end.
  func run(_ cancellation: Cancellation) -> FileChoice {
    let portal: GIOPortal
    do throws(GIOError) {
      portal = try GIOPortal { cancellation.isCancelled }
    } catch {
      return .noDialog(reason: error.reason == .timedOut ? error.message : nil)
    }
    let answer = portal.request(("FileChooser", "OpenFile"), limit: Self.userLimit) { token in
      arguments(token: token)
    }
    return FileChoice(answer, after: portal.waited)
  }

  /// Returns the request's arguments in GVariant's text format.
  ///
  /// The dialog isn't modal: the window stays usable.
  func arguments(token: String) -> String {
    let path = (folder + [0]).map { String($0) }.joined(separator: ", ")
    return "('\(GIOPortal.parent(window))', 'Open pictures', {'handle_token': <'\(token)'>, "
      + "'multiple': <true>, 'modal': <false>, 'current_folder': <@ay [\(path)]>})"
  }
}

/// The end of the dialog in which the user chooses files.
enum FileChoice: Hashable, Sendable {
  /// The chosen files, as absolute paths; at least one.
  ///
  /// `leavesOut` is true if others are on other computers.
  case files([[UInt8]], leavesOut: Bool = false)
  /// The user chose nothing.
  case nothing
  /// The user closed the dialog, or the portal failed to show it: its answer is the same.
  case refused
  /// The chosen files are on other computers.
  case elsewhere
  /// No dialog was shown; `reason` says why if it failed.
  case noDialog(reason: String?)

  /// Seconds in which nobody has closed a dialog.
  private static let leastSeconds = 1.0

  /// Creates the choice that is the portal's answer some seconds after it accepted the request.
  init(_ answer: GIOPortal.Answer, after seconds: Double) {
    switch answer {
    case .granted(_, let addresses):
      let paths = addresses.compactMap { Self.path(ofAddress: Array($0.utf8)) }
      if addresses.isEmpty {
        self = .nothing
      } else if paths.isEmpty {
        self = .elsewhere
      } else {
        self = .files(paths, leavesOut: paths.count < addresses.count)
      }
    case .cancelled: self = .nothing
    case .missing: self = .noDialog(reason: nil)
    // GTK's portal says so, too, if the user closes the dialog by its window's button.
    case .failed(GIOPortal.refusal) where seconds >= Self.leastSeconds: self = .refused
    // A dialog that was forgotten is no reason to open a field.
    case .failed where seconds >= OpenDialog.userLimit: self = .nothing
    case .failed(let reason): self = .noDialog(reason: reason)
    }
  }

  /// Returns the path of an address; `nil` if it is of no file on this computer.
  private static func path(ofAddress address: [UInt8]) -> [UInt8]? {
    guard FileAddress.isAddress(address), let path = try? FileAddress.path(of: address),
      path.first == UInt8(ascii: "/")
    else { return nil }
    return path
  }
}
