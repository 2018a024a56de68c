import Glibc
import Platform
import Testing

@Suite struct Processes {
  private func start(_ path: String) throws(Errno) -> ChildProcess {
    let null = try FileDescriptor.openNull()
    return try ChildProcess.start(
      Array(path.utf8), name: Array("child".utf8),
      descriptors: [null.number, null.number, null.number])
  }

  private func end(of child: ChildProcess) -> ProcessEnd? {
    var pollSet = PollSet()
    pollSet.add(child.descriptor)
    pollSet.wait(timeout: 20)
    return child.reap()
  }

  @Test func theExitStatusIsReported() throws {
    let good = try start("/bin/true")
    #expect(end(of: good) == .exited(0))
    #expect(good.reap() == .exited(0))
    let bad = try start("/bin/false")
    #expect(end(of: bad) == .exited(1))
  }

  @Test func aStoppedProcessCanBeKilled() throws {
    // Without arguments it reads standard input, a pipe that stays open and empty.
    let pipe = try FileDescriptor.pipe()
    let null = try FileDescriptor.openNull()
    let child = try ChildProcess.start(
      Array("/bin/cat".utf8), name: Array("cat".utf8),
      descriptors: [pipe.first.number, null.number, null.number])
    #expect(child.reap() == nil)
    kill(child.processID, SIGSTOP)
    #expect(child.reap() == nil)
    child.kill()
    #expect(end(of: child) == .signalled(SIGKILL))
    child.kill()
  }

  @Test func aProgramThatCannotRunIsAnError() {
    #expect(throws: Errno(code: ENOENT, call: "posix_spawn")) { _ = try start("/nowhere/child") }
    #expect(throws: Errno(code: EACCES, call: "posix_spawn")) { _ = try start("/etc/passwd") }
  }

  @Test func theProcessEndsWithItsOwner() throws {
    var number: Int32 = 0
    do {
      let pipe = try FileDescriptor.pipe()
      let child = try ChildProcess.start(
        Array("/bin/cat".utf8), name: [],
        descriptors: [pipe.first.number, pipe.second.number, pipe.second.number])
      number = child.processID
    }
    var info = siginfo_t()
    #expect(waitid(P_PID, id_t(number), &info, WEXITED | WNOHANG | WNOWAIT) < 0)
    #expect(errno == ECHILD)
  }

  @Test func theProgramKnowsItsFolder() throws {
    let folder = try #require(executableFolder())
    #expect(folder.first == UInt8(ascii: "/") && folder.last != UInt8(ascii: "/"))
  }
}
