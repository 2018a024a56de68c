import Platform

/// Tells if a file is unchanged since it was opened, and if it is being written.
///
/// A value type: stamps and times are passed in. Times are seconds of one monotonic clock.
struct FileStability: Sendable {
  /// How long a file must not have been written to count as complete, in seconds.
  static let quietDuration = 0.2
  /// How long a file is watched after it was written, in seconds.
  static let attention = 10.0
  /// The interval between checks meanwhile, in seconds.
  static let interval = 0.05

  private let opened: FileStamp
  private var latest: FileStamp
  private var changedAt: Double?
  private var reported: FileStamp?
  private var doubtedAt: Double?
  private var attentiveUntil: Double?

  /// A file that had this stamp when it was opened.
  init(opened: FileStamp) {
    self.opened = opened
    latest = opened
  }

  /// True once the file has changed since it was opened.
  var isChanged: Bool { latest != opened }

  /// When to check the file again; `nil` if that is not needed.
  private(set) var nextCheck: Double?

  /// Handles a file's current stamp; returns true if it has changed since the last report, and is
  /// no longer being written.
  mutating func look(_ stamp: FileStamp, at now: Double) -> Bool {
    if stamp != latest {
      latest = stamp
      changedAt = now
      attentiveUntil = now + Self.attention
    }
    var isNew = false
    if let changedAt, latest != reported, isChanged || reported != nil,
      now - changedAt >= Self.quietDuration
    {
      reported = latest
      isNew = true
    }
    plan(at: now)
    return isNew
  }

  /// True if a decoder's complaint about the file is credible: nothing has written to it since it
  /// was opened, or shortly before.
  ///
  /// `age` is the time since the last write in seconds by the wall clock, which may differ from a
  /// server's; if it proves nothing, the file is watched for as long.
  mutating func believes(age: Double, at now: Double) -> Bool {
    guard !isChanged else { return false }
    let since = doubtedAt ?? now
    doubtedAt = since
    let isStill = age >= Self.quietDuration || now - since >= Self.quietDuration
    if isStill {
      doubtedAt = nil
      // A slow writer may continue.
      if age < Self.attention { attentiveUntil = now + Self.attention }
    }
    plan(at: now)
    return isStill
  }

  private mutating func plan(at now: Double) {
    let isAttentive = attentiveUntil.map { now < $0 } ?? false
    nextCheck = isAttentive || doubtedAt != nil ? now + Self.interval : nil
  }
}
