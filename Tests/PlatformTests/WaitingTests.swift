import Glibc
import Platform
import Synchronization
import Testing

@Suite struct Waiting {
  @Test func messagesOfAllThreadsArriveOnceAndInOrder() throws {
    let mailbox = try Mailbox<(sender: Int, number: Int)>()
    let senders = 4
    let count = 5000
    for sender in 0..<senders {
      // Not joined: a detached thread frees its own resources.
      _ = try Thread(name: "sender") {
        for number in 0..<count { mailbox.post((sender, number)) }
      }
    }
    var next = Array(repeating: 0, count: senders)
    while next.reduce(0, +) < senders * count {
      for message in mailbox.waitForMessages() {
        #expect(message.number == next[message.sender])
        next[message.sender] += 1
      }
    }
    #expect(mailbox.takeAll().isEmpty)
  }

  @Test func aMailboxWakesAPollSetUntilItIsEmptied() throws {
    let mailbox = try Mailbox<Int>()
    var pollSet = PollSet()
    pollSet.add(mailbox.descriptor)
    pollSet.wait(timeout: 0)
    #expect(!pollSet.isReadable(mailbox.descriptor))
    let thread = try Thread(name: "poster") { mailbox.post(5) }
    pollSet.wait(timeout: nil)
    #expect(pollSet.isReadable(mailbox.descriptor))
    #expect(mailbox.takeAll() == [5])
    pollSet.wait(timeout: 0)
    #expect(!pollSet.isReadable(mailbox.descriptor))
    thread.join()
  }

  @Test func aMessageThreadStartsWithAMessageAndAgainAfterItsEnd() {
    let runs = Mutex<[[Int]]>([])
    let thread = MessageThread<Int>(name: "messages") { mailbox in
      runs.withLock { $0.append([]) }
      while true {
        for message in mailbox.waitForMessages() {
          runs.withLock { $0[$0.count - 1].append(message) }
          if message == 0 { return }
        }
      }
    }
    thread.end(with: 0, within: 20)
    for round in 1...2 {
      thread.post(round)
      thread.post(3)
      thread.end(with: 0, within: 20)
    }
    let all = runs.withLock { $0 }
    #expect(all == [[1, 3, 0], [2, 3, 0]])
  }

  @Test func aPollSetDistinguishesReadableWritableAndClosed() throws {
    let sockets = try FileDescriptor.socketPair()
    var pollSet = PollSet()
    pollSet.add(sockets.first.number, alsoWritable: true)
    pollSet.add(sockets.second.number)
    pollSet.wait(timeout: 5)
    #expect(pollSet.isWritable(sockets.first.number))
    #expect(!pollSet.isReadable(sockets.first.number))
    #expect(!pollSet.isWritable(sockets.second.number))
    #expect(send(sockets.first.number, "x", 1, 0) == 1)
    pollSet.wait(timeout: 5)
    #expect(pollSet.isReadable(sockets.second.number))
    let first = sockets.keepingFirst()
    pollSet.removeAll()
    pollSet.add(first.number)
    pollSet.wait(timeout: nil)
    #expect(pollSet.isReadable(first.number))
    // A descriptor that was never added is never ready.
    #expect(!pollSet.isReadable(-1) && !pollSet.isWritable(0))
  }

  @Test func aSignalRaisedOftenWakesOnce() throws {
    let signal = try EventSignal()
    for _ in 0..<1000 { signal.raise() }
    signal.wait()
    var pollSet = PollSet()
    pollSet.add(signal.number)
    pollSet.wait(timeout: 0)
    #expect(!pollSet.isReadable(signal.number))
  }

  @Test func joiningWaitsForTheEnd() throws {
    let box = Box()
    let thread = try Thread(name: "a rather long thread name") { box.value.withLock { $0 = true } }
    thread.join()
    #expect(box.value.withLock { $0 })
  }

  @Test func theClockNeverGoesBack() {
    var last = MonotonicClock.now()
    for _ in 0..<10_000 {
      let now = MonotonicClock.now()
      #expect(now >= last)
      last = now
    }
  }
}

private final class Box: Sendable {
  let value = Mutex(false)
}
