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
      // Whoever names filters wants them now, whatever has changed the chain since.
      if name == "filter" { return setFilters(value, at: now) }
      return nil
    } catch {
      return error.sentence
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
    gallery.change(settings)
    bar.change(settings, at: now)
  }
}
