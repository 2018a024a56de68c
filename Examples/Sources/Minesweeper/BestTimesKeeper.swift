import Glibc
import MinesweeperBoard
import MinesweeperRules

/// The player's best times, and the cards that show them.
final class BestTimesKeeper {
  private let file: BestTimesFile?
  private var times = BestTimes()
  /// Why there are no times, as a sentence.
  private(set) var problem: String?

  init() {
    var environment: [String: String] = [:]
    for name in ["XDG_STATE_HOME", "HOME"] {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    file = BestTimesFile(environment: environment)
    guard let file else { return }
    do throws(BestTimesProblem) { times = try file.load() } catch { problem = error.description }
  }

  /// Returns the card with the best times of a board.
  func card(of category: BestTimes.Category?, name: String) -> Card {
    guard let category else {
      return Card("Best times", ["None are kept for \(name)."])
    }
    let best = times.times(of: category)
    return Card(
      "Best times: \(category.name)",
      best.isEmpty ? ["Nobody has won yet."] : Self.lines(best, mark: nil))
  }

  /// Records the time of a won game and returns a card about it.
  func card(ofWin seconds: Double, category: BestTimes.Category?, needsGuess: Bool) -> Card {
    var lines = ["in \(BestTimes.seconds(seconds)) seconds"]
    if needsGuess { lines.append("(no board without guessing was found)") }
    guard let category, let file else { return Card("All clear!", lines) }
    do throws(BestTimesProblem) {
      let (all, place) = try file.add(seconds, to: category)
      times = all
      problem = nil
      if place == 0 { lines.append("That is the best time!") }
      lines += Self.lines(all.times(of: category), mark: place)
    } catch {
      lines.append(error.description)
    }
    return Card("All clear!", lines)
  }

  private static func lines(_ times: [Double], mark: Int?) -> [String] {
    times.enumerated().map { place, time in
      "\(place + 1).\t\(place == mark ? "▸ " : "")\(BestTimes.seconds(time)) s"
    }
  }
}
