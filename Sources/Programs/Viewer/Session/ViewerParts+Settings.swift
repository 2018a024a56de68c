import Preferences
import Viewing

/// Settings that change while the window is open.
extension ViewerParts {
  /// Sets a setting until the window closes; returns a sentence if that fails.
  func set(_ name: String, to value: String, at now: Double) -> String? {
    do throws(Setting.Problem) {
      let setting = try Setting.named(name).get()
      try change(at: now) { settings throws(Setting.Problem) in try settings.set(setting, to: value)
      }
      // The setting names the chain that windows start with; the user wants it now.
      if name == "filter" { return setFilters(value, at: now) }
      return nil
    } catch {
      return error.sentence
    }
  }

  /// Takes the settings file, which was saved, and says in one message what is wrong with it and
  /// what it can't change any more.
  func reload(_ reading: PreferencesReading, at now: Double) {
    let before = settings
    var late: [String] = []
    change(at: now) { late = $0.reload(reading) }
    if !reading.isIgnored { reloadKeys(at: now) }
    let filters = settings.preferences.filters
    if filters != before.preferences.filters, filtering.followsSettings {
      perform(filtering.setDefaultChain(filters), at: now)
    }
    var sentences = settings.sentences.filter { !before.sentences.contains($0) }
    if !late.isEmpty {
      let names = late.map { "“\($0)”" }.joined(separator: ", ")
      sentences.insert("a new window is needed for the changed \(names)", at: 0)
    }
    notices.notify(sentences, at: now)
  }

  /// Takes the desktop's settings: motion, contrast, and light or dark panels.
  func followDesktop(at now: Double) {
    let wasAnimated = settings.zooming.isAnimated
    change(at: now) { $0.desktop = window.desktopSettings }
    // The first picture is shown before the desktop is asked.
    if wasAnimated, !settings.zooming.isAnimated, view.playback?.isPlaying == true {
      view.togglePlaying(now: now)
    }
  }

  /// Sets the filters, in the syntax of `--filter`; returns a sentence if they are none.
  func setFilters(_ chain: String, at now: Double) -> String? {
    let effects = filtering.setChain(chain)
    perform(effects, at: now)
    return effects.lazy.compactMap(\.chainProblem).first
  }

  /// Applies settings to the view and the parts.
  func apply(_ settings: ViewSettings, after before: ViewSettings, at now: Double) {
    let chosen = settings.view
    // What keys have changed since, such as the exposure, stays.
    var view = view.settings
    view.zooming = chosen.zooming
    view.gestures = chosen.gestures
    view.backdrop = chosen.backdrop
    view.fadeDuration = chosen.fadeDuration
    view.playsAtOnce = chosen.playsAtOnce
    view.drawingBackground = chosen.drawingBackground
    view.toning.mapping = chosen.toning.mapping
    if chosen.magnification != before.view.magnification {
      view.magnification = chosen.magnification
    }
    if view != self.view.settings { self.view.settings = view }
    notices.setTheme(settings.panelTheme)
    gallery.change(settings)
    bar.change(settings, at: now)
  }
}
