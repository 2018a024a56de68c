import Glibc
import Preferences

extension ViewerSession {
  /// Opens a window for what was said without any option that has a value.
  package static func show(_ plain: PlainWords) throws(UserError) {
    let arguments = RawArguments.ofProcess
    try show(
      plain.names.map(arguments.bytes(of:)), printsStatistics: plain.printsStatistics
    ) { settings in
      if plain.isFullScreen { settings.startsFullScreen = true }
    }
  }

  /// Opens a window with what the user has set, changed by what the command line says, and lets it
  /// run to its end.
  ///
  /// Every window begins here, so that none is without the preferences.
  package static func show(
    _ paths: [[UInt8]], printsStatistics: Bool,
    changing change: (inout ViewSettings) throws(UserError) -> Void
  ) throws(UserError) {
    let reading = PreferencesFile.read()
    for sentence in reading.sentences { StandardError.write(sentence) }
    var settings = ViewSettings(reading)
    try change(&settings)
    let session = try ViewerSession(
      paths: paths, settings: settings, watchesStart: printsStatistics)
    let outcome = session.run()
    if printsStatistics {
      do throws(UserError) {
        try StandardOutput.write(session.statistics.json + "\n")
      } catch {
        guard outcome != nil else { throw error }
        StandardError.write(error.sentence)
      }
    }
    guard let outcome else { return }
    StandardError.write(outcome.sentence)
    // At once: where the X server is gone, giving its resources back would only complain.
    _exit(outcome.status)
  }
}
