import Glibc
import Preferences

extension ViewerSession {
  /// Opens a window for a command line without options that have values.
  package static func show(_ plain: PlainCommandLine) throws(UserError) {
    let arguments = RawArguments.ofProcess
    try show(
      plain.names.map(arguments.bytes(of:)), printsStatistics: plain.printsStatistics
    ) { settings in
      if plain.isFullScreen { settings.startsFullScreen = true }
      if plain.reusesWindow { settings.reusesWindow = true }
    }
  }

  /// Opens a window with the user's preferences, as changed by the command line, and runs it until
  /// it ends.
  ///
  /// Every window starts here, so that all have the preferences. With a separator, the paths of the
  /// marked files are printed at the end, each followed by it.
  package static func show(
    _ paths: [[UInt8]], printsStatistics: Bool, printsMarkedWith separator: UInt8? = nil,
    changing change: (inout ViewSettings) throws(UserError) -> Void
  ) throws(UserError) {
    let reading = PreferencesFile.read()
    var settings = ViewSettings(reading)
    for sentence in settings.sentences { StandardError.write(sentence) }
    try change(&settings)
    // Options that concern one window need a new one.
    if settings.reusesWindow, let socket = ReuseSocket.path() {
      let concernsOne = printsStatistics || separator != nil || settings.socket != nil
      // Another process can't open this one's descriptors.
      let isOwn = paths.contains(where: PathBytes.isOfThisProcess)
      let mayHandOver = !paths.isEmpty && !concernsOne && !isOwn
      if mayHandOver, Handover.succeeds(with: paths, at: socket) { return }
      settings.reuseSocket = socket
    }
    let session = try ViewerSession(
      paths: paths, settings: settings, watchesStart: printsStatistics)
    let outcome = session.run()
    do throws(UserError) {
      if let separator {
        try StandardOutput.write(session.markedPaths.flatMap { $0 + [separator] })
      }
      if printsStatistics { try StandardOutput.write(session.statistics.json + "\n") }
    } catch {
      guard outcome != nil else { throw error }
      StandardError.write(error.sentence)
    }
    guard let outcome else { return }
    StandardError.write(outcome.sentence)
    // Exit at once: without the X server, releasing its resources only causes errors.
    _exit(outcome.status)
  }
}
