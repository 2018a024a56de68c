import Viewing

/// Playing what moves; at the view's own clock.
extension FresnelView {
  /// How what is shown plays; `nil` of what stands still.
  public var playback: Playback? { tiles.playback }

  /// Plays, or stops at the frame that is shown; what is over begins again.
  public func togglePlaying() { tiles.togglePlaying(now: now) }

  /// Shows another frame, so many further or back, and stops there.
  public func stepFrame(by offset: Int) { tiles.stepFrame(by: offset, now: now) }

  /// Goes to a part of the run, from 0 to 1; what plays plays on from there.
  public func seek(to part: Double) { tiles.seek(to: part, now: now) }

  /// Plays so many of `Playback.speeds` faster or slower.
  public func changeSpeed(by steps: Int) { tiles.changeSpeed(by: steps, now: now) }
}
