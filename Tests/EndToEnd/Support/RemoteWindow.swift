import Platform
import TestSupport

@testable import Viewer

/// A viewer as a program on its socket sees it: one request at a time, and the events in between.
final class RemoteWindow {
  private let viewer: RunningViewer
  private let peer: RemotePeer
  private var asked = 0
  /// The events that have arrived and that no wait has taken.
  private var events: [JSON] = []

  /// Connects to the socket of a viewer.
  init(_ viewer: RunningViewer, at path: String) throws {
    self.viewer = viewer
    peer = try RemotePeer(path)
  }

  /// Sends a command as in `config.toml`, and returns the answer; `nil` if the viewer has ended.
  @discardableResult
  func tell(_ command: String) -> JSON? {
    asked += 1
    let number = asked
    peer.send(line: "{\"command\":\(JSON.string(command).text),\"request_id\":\(number)}")
    var answer: JSON?
    waitUntil(RunningViewer.timeout) {
      let isRunning = viewer.process.isRunning
      receive { if $0["request_id"] == .integer(number) { answer = $0 } }
      return answer != nil || !isRunning
    }
    return answer
  }

  /// The value of a property; `nil` if the viewer has ended.
  func value(_ property: RemoteProperty) -> JSON? { tell("get \(property.rawValue)")?["data"] }

  /// Waits until a property has a value; numbers may differ by rounding.
  func waits(for property: RemoteProperty, _ expected: JSON) -> Bool {
    waitUntil(RunningViewer.timeout) {
      guard let found = value(property) else { return !viewer.process.isRunning }
      return found.isClose(to: expected)
    } && viewer.process.isRunning
  }

  /// Drops the events that have arrived.
  func forgetEvents() {
    receive { _ in }
    events = []
  }

  /// Waits for an event; `name` is the value of its member `name`, if it must have one.
  func waits(forEvent event: String, name: String? = nil) -> Bool {
    waitUntil(RunningViewer.timeout) {
      let isRunning = viewer.process.isRunning
      receive { _ in }
      let place = events.firstIndex {
        $0["event"] == .string(event) && (name == nil || $0["name"] == name.map(JSON.string))
      }
      guard let place else { return !isRunning }
      events.removeSubrange(...place)
      return true
    }
  }

  private func receive(_ take: (JSON) -> Void) {
    peer.send()
    for message in peer.receive() {
      if message["event"] != nil { events.append(message) } else { take(message) }
    }
  }
}

extension JSON {
  private var real: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// True for an equal value, and for numbers that differ by rounding.
  fileprivate func isClose(to other: JSON) -> Bool {
    guard let one = real, let two = other.real else { return self == other }
    return abs(one - two) < 1e-6
  }
}
