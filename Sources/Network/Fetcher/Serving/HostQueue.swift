/// Who may begin next: at most so many requests to one server at a time, in the order in which
/// they were asked for, and none before a time that the server has asked for.
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

  /// Puts something at the end, not to begin before a time.
  mutating func add(_ item: Item, server: String, notBefore time: Double = 0) {
    waiting.append(Waiting(item: item, server: server, time: time))
  }

  /// Puts something that began before all others, not to begin again before a time.
  mutating func putBack(_ item: Item, server: String, notBefore time: Double) {
    waiting.insert(Waiting(item: item, server: server, time: time), at: 0)
  }

  /// Begins nothing with a server before a time.
  mutating func pause(_ server: String, until time: Double) {
    pauses[server] = max(time, pauses[server] ?? time)
  }

  /// Takes the next one that may begin now.
  mutating func next(now: Double) -> Item? {
    pauses = pauses.filter { $0.value > now }
    var isTried: Set<String> = []
    for (index, entry) in waiting.enumerated() where entry.time <= now {
      guard !isTried.contains(entry.server) else { continue }
      guard pauses[entry.server] == nil, running[entry.server, default: 0] < mostAtOnce else {
        isTried.insert(entry.server)
        continue
      }
      running[entry.server, default: 0] += 1
      return waiting.remove(at: index).item
    }
    return nil
  }

  /// One that began has ended.
  mutating func ended(server: String) {
    running[server, default: 1] -= 1
    if running[server] == 0 { running[server] = nil }
  }

  /// Takes those out that wait and for which something holds.
  mutating func remove(where holds: (Item) -> Bool) -> Bool {
    let before = waiting.count
    waiting.removeAll { holds($0.item) }
    return waiting.count < before
  }

  /// When the next one may begin, which may have been by now; `nil` where none waits, or only for
  /// others to end.
  var nextTime: Double? {
    waiting.lazy.filter { running[$0.server, default: 0] < mostAtOnce }
      .map { max($0.time, pauses[$0.server] ?? 0) }.min()
  }
}
