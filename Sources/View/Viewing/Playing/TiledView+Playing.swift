import Tiles

/// Playing animations.
extension TiledView {
  /// The playback of the shown source; `nil` if nothing is shown or it is a still picture.
  package var playback: Playback? { sources[shown]?.playback }

  /// The version of the shown source's tiles on the screen: its frame and its colours.
  package var drawnFrame: FrameVersion {
    sources[shown]?.drawnFrame ?? FrameVersion()
  }

  /// Plays, or pauses at the current frame; at the end it starts again.
  package func togglePlaying(now: Double) {
    changePlayback { $0.toggle(at: frames.time(at: now)) }
  }

  /// Shows the frame `offset` frames later, or earlier if negative, and pauses there.
  package func stepFrame(by offset: Int, now: Double) {
    changePlayback { $0.step(by: offset, at: frames.time(at: now)) }
  }

  /// Jumps to a part of the run, from 0 to 1; playing continues from there.
  package func seek(to part: Double, now: Double) {
    changePlayback { $0.seek(to: part, at: frames.time(at: now)) }
  }

  /// Changes the speed by a number of steps in `Playback.speeds`.
  package func changeSpeed(by steps: Int, now: Double) {
    changePlayback { $0.changeSpeed(by: steps, at: frames.time(at: now)) }
  }

  private func changePlayback(_ change: (inout Playback) -> Void) {
    guard let shown else { return }
    sources[shown]?.steer(change)
  }

  /// Advances the animation to the time at which the next frame is shown; returns true if the
  /// required frames change.
  ///
  /// While the window is not visible, the animation is paused.
  func updatePlayback(at now: Double) -> Bool {
    guard zoom != nil, let shown, let loader = sources[shown], loader.playback != nil else {
      return false
    }
    let before = loader.frame
    // The first frame's time starts when it is visible.
    let runs = isVisible && loader.isDrawable && frames.version(of: shown) != nil
    guard loader.play(runs: runs, at: frames.time(at: now)) else { return false }
    if loader.frame != before { frames.note(.tiles) }
    return true
  }

  /// When to start the frame that shows the animation's next picture.
  var playbackDeadline: Double? {
    guard zoom != nil, let shown else { return nil }
    return sources[shown]?.nextFrameChange.map { frames.start(for: $0) }
  }
}
