import ArgumentParser
import Gestures
import Preferences
import Rendering
import Tiles
import Viewing
import Zooming

extension ViewSettings {
  /// What a window is opened with where the command line says nothing.
  init(_ reading: PreferencesReading) {
    preferences = reading.preferences
    sentences = reading.sentences
    filterPlace = reading.place(of: "filter")
    startsFullScreen = preferences.startsFullScreen
    backdrop.surround = preferences.background
    onNext = preferences.onNext
    tileShape = TileShape(edge: preferences.tileSize)
    fadeTime = preferences.isAnimated ? preferences.tileFade / 1000 : 0
  }

  /// What concerns zooming and panning.
  var zooming: ZoomPreferences {
    var zooming = ZoomPreferences(
      wheelStep: preferences.wheelStep, elasticLimit: preferences.elasticLimit,
      glides: preferences.glides, isAnimated: preferences.isAnimated)
    zooming.edgePolicy =
      switch preferences.edgePolicy {
      case .inside: .inside
      case .centred: .centered
      case .free: .free
      }
    if case .scale(let scale) = preferences.doubleClick { zooming.doubleClickScale = scale }
    return zooming
  }

  /// What concerns wheels, touchpads and fingers.
  var gestures: GesturePreferences {
    GesturePreferences(
      wheelSensitivity: preferences.wheelSensitivity,
      touchpadSensitivity: preferences.touchpadScroll,
      touchpadZoomSensitivity: preferences.touchpadZoom, wheelPans: preferences.wheelPans,
      invertsWheel: preferences.invertsWheel, invertsTouchpad: preferences.invertsTouchpad)
  }

  /// What concerns the view.
  var view: TiledViewSettings {
    var view = TiledViewSettings()
    view.zooming = zooming
    view.gestures = gestures
    view.backdrop = backdrop
    view.fadeDuration = fadeTime
    view.magnification = magnification
    return view
  }

  /// How pixels look beyond 100 % to begin with.
  var magnification: Frame.Magnification {
    switch preferences.magnification {
    case .automatic: .automatic
    case .smooth: .smooth
    case .crisp: .crisp
    }
  }
}

extension Preferences.NextView: ExpressibleByArgument {}
