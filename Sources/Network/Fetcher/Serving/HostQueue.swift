/// A queue with a limit of concurrent requests per server; requests start in order, and not before
/// a time that the server has set.
struct HostQueue<Item> {
  private struct Waiting {
    var item: Item
    var server: String
    var time: Double
  }

  private let mostAtOnce: Int
  private var waiting: [Waiting] = []
  private var running: [String: Int] = [:]
  private var pauses: [String: Double] = [:]

  /// An empty queue.
  init(mostAtOnce: Int) { self.mostAtOnce = mostAtOnce }

  var isEmpty: Bool { waiting.isEmpty && running.isEmpty }

  /// Appends an item, not to start before `time`.
  mutating func add(_ item: Item, server: String, notBefore time: Double = 0) {
    waiting.append(Waiting(item: item, server: server, time: time))
  }

  /// Puts a started item back at the front, not to start before `time`.
  mutating func putBack(_ item: Item, server: String, notBefore time: Double) {
    waiting.insert(Waiting(item: item, server: server, time: time), at: 0)
  }

  /// Starts nothing for a server before `time`.
  mutating func pause(_ server: String, until time: Double) {
    pauses[server] = max(time, pauses[server] ?? time)
  }

  /// Takes the next item that may start now, with the server whose place it has until `ended`.
  mutating func next(now: Double) -> (item: Item, server: String)? {
    pauses = pauses.filter { $0.value > now }
    var isTried: Set<String> = []
    for (index, entry) in waiting.enumerated() where entry.time <= now {
      guard !isTried.contains(entry.server) else { continue }
      guard pauses[entry.server] == nil, running[entry.server, default: 0] < mostAtOnce else {
        isTried.insert(entry.server)
        continue
      }
      running[entry.server, default: 0] += 1
      waiting.remove(at: index)
      return (entry.item, entry.server)
    }
    return nil
  }

  /// Notes that a started item has ended.
  mutating func ended(server: String) {
    running[server, default: 1] -= 1
    if running[server] == 0 { running[server] = nil }
  }

  /// Removes the queued items that satisfy a condition; returns true if there were any.
  mutating func remove(where holds: (Item) -> Bool) -> Bool {
    let before = waiting.count
    waiting.removeAll { holds($0.item) }
    return waiting.count < before
  }

  /// When the next item may start, possibly in the past; `nil` if there is none, or all wait for
  /// others to end.
  var nextTime: Double? {
    waiting.lazy.filter { running[$0.server, default: 0] < mostAtOnce }
      .map { max($0.time, pauses[$0.server] ?? 0) }.min()
  }
}
