import CLinux
import DecoderProtocol
import Glibc
import Platform

extension EvilDecoder {
  /// Commits the fault if it belongs to this point.
  func reach(_ faultPoint: FaultPoint) {
    switch fault {
    case "crash": crash(argument, at: faultPoint)
    case "once":
      let parts = argument.split(separator: ",").map(String.init)
      guard parts.count == 2, parts[1].hasSuffix("@\(faultPoint)"), isFirstTime(parts[0]) else {
        return
      }
      crash(parts[1], at: faultPoint)
    case "changed": if faultPoint == .tile { abort() }
    case "hang": if argument == faultPoint.rawValue { rest() }
    case "spin": if argument == faultPoint.rawValue { while true {} }
    case "stop": if argument == faultPoint.rawValue { raise(SIGSTOP) }
    case "slow": if faultPoint == .start { usleep((UInt32(argument) ?? 0) * 1000) }
    default: atOnce(faultPoint)
    }
  }

  /// Commits a fault that always belongs to one point.
  private func atOnce(_ faultPoint: FaultPoint) {
    switch (fault, faultPoint) {
    case ("spare", .hello): spoilSpare()
    case ("nosigterm", .header):
      signal(SIGTERM, SIG_IGN)
      rest()
    case ("hangup", .header):
      close(WireFormat.controlDescriptor)
      rest()
    case ("noread", .header): sendProgress(every: 5000) { Float($0 % 100) / 100 }
    case ("standstill", .header): sendProgress(every: 5000) { _ in 0.5 }
    // Back and forth, as if it made one pass after another.
    case ("sway", .tile): sendProgress(every: 15_000) { $0 % 2 == 0 ? 0.2 : 0.8 }
    case ("flood", .header): flood()
    case ("fork", .header):
      say("child \(startSleeper())\n")
      abort()
    case ("racer", .header): startRacer()
    // The decoder has answered everything, and keeps running.
    case ("burn", .last): if argument == "idle", !hasRested { burn(threads: 2) }
    case ("burn", .tile):
      guard argument == "work" else { return }
      burn(threads: 1)
      sendProgress(every: 50_000) { Float($0) / 1_000_000 }
    case ("crowd", .last): if !hasRested { crowd(Int(argument) ?? 0) }
    case ("memory", .header): fail(tryMemory())
    case ("hog", .header): takeAllMemory()
    case ("inspect", .start): fail(inspect())
    case ("words", .header):
      say(argument)
      abort()
    default: break
    }
    if faultPoint == .last { hasRested = true }
  }

  private func crash(_ plan: String, at faultPoint: FaultPoint) {
    guard plan.hasSuffix("@\(faultPoint)") else { return }
    var core = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &core)
    switch plan.split(separator: "@").first ?? "" {
    case "exit0": exit(0)
    case "exit1": exit(1)
    case "segv": kill(getpid(), SIGSEGV)
    case "ill": kill(getpid(), SIGILL)
    case "sys": kill(getpid(), SIGSYS)
    default: abort()
    }
    rest()
  }

  /// True on the first call for this path; the file remembers it across processes.
  func isFirstTime(_ path: String) -> Bool {
    let number = fresnel_open(path, O_CREAT | O_EXCL | O_WRONLY, 0o600)
    guard number >= 0 else { return false }
    close(number)
    return true
  }

  func rest() -> Never { while true { pause() } }

  func say(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
  }

  func fail(_ sentence: String) -> Never {
    wire.send(.failure(CodecError(.other, sentence)))
    exit(0)
  }

  private func sendProgress(every microseconds: UInt32, _ fraction: (Int) -> Float) -> Never {
    var count = 0
    while true {
      wire.send(.progress(fraction: fraction(count)))
      usleep(microseconds)
      count += 1
    }
  }

  private func flood() {
    switch argument {
    case "progress": while true { wire.send(.progress(fraction: Float.random(in: 0...1))) }
    case "stderr": floodErrors()
    default: rest()
    }
  }

  /// Is an ordinary decoder the first time; the second time it breaks a rule before it is asked to
  /// open anything: `spare:what,path`, where the path is that of a file that does not exist yet.
  private func spoilSpare() {
    let parts = argument.split(separator: ",").map(String.init)
    guard parts.count == 2, !isFirstTime(parts[1]) else { return }
    switch parts[0] {
    case "burn": burn(threads: 1)
    case "crowd": crowd(200)
    case "progress": while true { wire.send(.progress(fraction: 0)) }
    case "stderr": floodErrors()
    case "hello": sendHello()
    case "info": wire.send(.info(info))
    case "hangup":
      close(WireFormat.controlDescriptor)
      rest()
    default: break
    }
  }

  private func startSleeper() -> pid_t {
    var processID: pid_t = 0
    let path = (Array("/proc/self/exe".utf8) + [0]).map { CChar(bitPattern: $0) }
    var argument = (Array("sleep".utf8) + [0]).map { CChar(bitPattern: $0) }
    argument.withUnsafeMutableBufferPointer { argument in
      var arguments = [argument.baseAddress, argument.baseAddress, nil]
      var environment: [UnsafeMutablePointer<CChar>?] = [nil]
      _ = posix_spawn(&processID, path, nil, nil, &arguments, &environment)
    }
    return processID
  }

  /// Writes into every slot forever, whether it owns the slot or not.
  private func startRacer() {
    guard let arena else { return }
    let thread = try? Thread(name: "racer") {
      var value: UInt8 = 0
      while true {
        for offset in stride(from: 0, to: arena.count, by: 997) {
          arena.base.storeBytes(of: value, toByteOffset: offset, as: UInt8.self)
        }
        value &+= 1
      }
    }
    if thread == nil { exit(8) }
  }

  /// Tries to shrink, grow and seal the arena that the viewer uses.
  private func tryMemory() -> String {
    let number = WireFormat.arenaDescriptor
    let size = Int64(arena?.count ?? 0)
    let shrink = ftruncate(number, 0) == 0 ? "done" : "refused"
    let grow = ftruncate(number, Int(size * 2)) == 0 ? "done" : "refused"
    let extend = fresnel_fallocate(number, 0, size * 2) == 0 ? "done" : "refused"
    let seal = fresnel_add_seals(number, 8) == 0 ? "done" : "refused"
    return "shrink \(shrink), grow \(grow), extend \(extend), seal \(seal)"
  }

  /// Allocates memory until it is killed or there is none.
  private func takeAllMemory() -> Never {
    let piece = 1 << 20
    while true {
      if let memory = malloc(piece) { memset(memory, 7, piece) } else { abort() }
    }
  }

  /// Resizes or seals the arena before the viewer has filled it.
  func spoilArena() {
    let number = WireFormat.arenaDescriptor
    switch argument {
    case "grow": _ = fresnel_add_seals(number, 4)
    case "seal": _ = fresnel_add_seals(number, 1)
    case "write": _ = fresnel_add_seals(number, 8)
    default: _ = ftruncate(number, 1 << 40)
    }
    wire.send(.progress(fraction: 0.5))
  }

  /// Describes what the decoder was given: descriptors, environment, arguments, signals.
  private func inspect() -> String {
    var open: [String] = []
    for number in 0..<Int32(1024) where fcntl(number, F_GETFD) >= 0 { open.append("\(number)") }
    var variables = 0
    while environ[variables] != nil { variables += 1 }
    var blocked = sigset_t()
    sigprocmask(SIG_BLOCK, nil, &blocked)
    var action = sigaction()
    sigaction(SIGPIPE, nil, &action)
    let ignores = action.__sigaction_handler.sa_handler != nil || sigismember(&blocked, SIGINT) == 1
    return "descriptors \(open.joined(separator: " ")); variables \(variables); arguments "
      + CommandLine.arguments.joined(separator: " ") + "; signals "
      + (ignores ? "changed" : "default") + "; group " + (getpgrp() == getpid() ? "own" : "shared")
  }
}
