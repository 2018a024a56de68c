import Tiles

/// Playing: what is shown of a source that moves, and when.
extension TiledView {
  /// How the source that is shown plays; `nil` while none is, and of one that stands still.
  public var playback: Playback? { sources[shown]?.playback }

  /// Which frame of what is shown, in which colours, its tiles on the screen are named by.
  public var drawnFrame: FrameVersion {
    sources[shown]?.drawnFrame ?? FrameVersion()
  }

  /// Plays, or stops at the frame that is shown; what is over begins again.
  public func togglePlaying(now: Double) {
    changePlayback { $0.toggle(at: frames.time(at: now)) }
  }

  /// Shows another frame, so many further or back, and stops there.
  public func stepFrame(by offset: Int, now: Double) {
    changePlayback { $0.step(by: offset, at: frames.time(at: now)) }
  }

  /// Goes to a part of the run, from 0 to 1; what plays plays on from there.
  public func seek(to part: Double, now: Double) {
    changePlayback { $0.seek(to: part, at: frames.time(at: now)) }
  }

  /// Plays so many of `Playback.speeds` faster or slower.
  public func changeSpeed(by steps: Int, now: Double) {
    changePlayback { $0.changeSpeed(by: steps, at: frames.time(at: now)) }
  }

  private func changePlayback(_ change: (inout Playback) -> Void) {
    guard let shown, let loader = sources[shown], var playback = loader.playback else { return }
    change(&playback)
    loader.playback = playback
  }

  /// Brings what is played to the moment at which the next frame will be seen; whether other frames
  /// are needed now.
  ///
  /// Nobody misses what a window shows that can't be seen: its time stands.
  func updatePlayback(at now: Double) -> Bool {
    guard zoom != nil, let shown, let loader = sources[shown], loader.playback != nil else {
      return false
    }
    let before = loader.frame
    // The first frame has its time from when it is seen.
    let runs = isVisible && loader.isDrawable && frames.version(of: shown) != nil
    guard loader.play(runs: runs, at: frames.time(at: now)) else { return false }
    if loader.frame != before { frames.note(.tiles) }
    return true
  }

  /// When the next frame is to be begun.
  var playbackDeadline: Double? {
    guard zoom != nil, let shown else { return nil }
    return sources[shown]?.nextFrameChange.map { frames.start(for: $0) }
  }
}
