import Platform
import Synchronization

/// A thread that changes files, one job at a time.
package final class FileWorker: Sendable {
  private enum Message: Sendable {
    case job(FileJob, number: Int)
    case stop
  }

  /// The jobs' numbers, from 1.
  private final class Numbers: Sendable {
    let begun = Atomic(0)
    /// This job and those before it are cancelled.
    let cancelled = Atomic(0)
  }

  private let mailbox: Mailbox<Message>
  private let thread: JoinableThread
  private let numbers: Numbers

  /// Starts the thread, which calls `deliver` with its events; each job, in order, ends with one.
  package init(deliver: @escaping @Sendable (FileJobEvent) -> Void) throws(Errno) {
    let mailbox = try Mailbox<Message>()
    let numbers = Numbers()
    self.mailbox = mailbox
    self.numbers = numbers
    thread = try JoinableThread(name: "files") {
      while true {
        for message in mailbox.waitForMessages() {
          guard case .job(let job, let number) = message else { return }
          Self.run(
            job, isCancelled: { numbers.cancelled.load(ordering: .relaxed) >= number }, deliver)
        }
      }
    }
  }

  /// Queues a job.
  package func begin(_ job: FileJob) {
    mailbox.post(.job(job, number: numbers.begun.add(1, ordering: .relaxed).newValue))
  }

  /// Cancels all jobs that were queued so far; they leave no partial copies.
  package func cancel() {
    numbers.cancelled.store(numbers.begun.load(ordering: .relaxed), ordering: .relaxed)
  }

  /// Ends the thread once all jobs are done, and waits for that, with a limit at most that many
  /// seconds.
  package func stop(within seconds: Double? = nil) {
    mailbox.post(.stop)
    thread.join(within: seconds)
  }

  private static func run(
    _ job: FileJob, isCancelled: @escaping () -> Bool,
    _ deliver: @escaping @Sendable (FileJobEvent) -> Void
  ) {
    func changer(_ done: Int, of count: Int) -> FileChanger {
      var last = 0.0
      return FileChanger(isCancelled: isCancelled) { part in
        let fraction = (Double(done) + part) / Double(count)
        guard fraction - last >= 0.005 else { return }
        last = fraction
        deliver(.progress(fraction))
      }
    }
    switch job {
    case .perform(let all):
      let requests = FileTurning.distinct(all)
      var changes: [FileChange] = []
      for (index, request) in requests.enumerated() {
        // One file reports nothing; with several, the user sees how far it is and may cancel.
        if index > 0, case .turn = request.action {
          deliver(.progress(Double(index) / Double(requests.count)))
        }
        do throws(FileChangeError) {
          changes.append(try changer(index, of: requests.count).perform(request))
        } catch {
          return deliver(.performed(changes, rest: Array(requests[index...]), error: error))
        }
      }
      deliver(.performed(changes, rest: [], error: nil))
    case .undo(let changes):
      var undone: [UndoneChange] = []
      var rest: [FileChange] = []
      var errors: [FileChangeError] = []
      var renewals = FileRenewals()
      for (index, change) in changes.reversed().enumerated() {
        // Two names may lead to one file, which the later change has renewed.
        let change = change.renewed(renewals)
        do throws(FileChangeError) {
          let last = try changer(index, of: changes.count).undo(change)
          if let renewal = last.renewed { renewals.add(renewal) }
          undone.append(last)
        } catch {
          errors.append(error)
          if error.mayPass { rest.append(change) }
        }
      }
      deliver(.undone(undone, rest: rest.reversed(), errors: errors))
    }
  }
}
