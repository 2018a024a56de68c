import Platform

/// Whether a file is still what it was when it was opened, and whether somebody writes to it.
///
/// A value: stamps and times go in. Times are seconds of one clock that only rises.
struct FileStillness: Sendable {
  /// How long nobody must have written to a file before it is taken for whole, in seconds.
  static let patience = 0.2
  /// How long a file is looked at after somebody has written to it, in seconds.
  static let attention = 10.0
  /// How often it is looked at meanwhile, in seconds.
  static let interval = 0.05

  private let opened: FileStamp
  private var latest: FileStamp
  private var changedAt: Double?
  private var reported: FileStamp?
  private var doubtedAt: Double?
  private var attentiveUntil: Double?

  /// A file that was opened with a stamp.
  init(opened: FileStamp) {
    self.opened = opened
    latest = opened
  }

  /// True once the file is not what it was when it was opened.
  var isChanged: Bool { latest != opened }

  /// When the file has to be looked at again; `nil` where nothing depends on it.
  private(set) var nextLook: Double?

  /// Takes what a look at the file has found; true where it is another since the last answer, and
  /// has been still.
  mutating func look(_ stamp: FileStamp, at now: Double) -> Bool {
    if stamp != latest {
      latest = stamp
      changedAt = now
      attentiveUntil = now + Self.attention
    }
    var isNews = false
    if let changedAt, latest != reported, isChanged || reported != nil,
      now - changedAt >= Self.patience
    {
      reported = latest
      isNews = true
    }
    plan(at: now)
    return isNews
  }

  /// Whether what a decoder says against the file may be believed: nobody has written to it since
  /// it was opened, nor shortly before.
  ///
  /// `age` is how many seconds ago the file was written to by the clock of the day, which need not
  /// be that of a server; where it says nothing the file is watched for as long.
  mutating func believes(age: Double, at now: Double) -> Bool {
    guard !isChanged else { return false }
    let since = doubtedAt ?? now
    doubtedAt = since
    let isStill = age >= Self.patience || now - since >= Self.patience
    if isStill {
      doubtedAt = nil
      // Who writes slowly may go on.
      if age < Self.attention { attentiveUntil = now + Self.attention }
    }
    plan(at: now)
    return isStill
  }

  private mutating func plan(at now: Double) {
    let isAttentive = attentiveUntil.map { now < $0 } ?? false
    nextLook = isAttentive || doubtedAt != nil ? now + Self.interval : nil
  }
}
