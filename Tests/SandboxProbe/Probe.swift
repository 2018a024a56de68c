import CAttempts
import CLinux
import DecoderKit
import DecoderProtocol
import Glibc
import Platform
import Sandboxing

/// A program that locks itself down as decoders do, tries one thing, and prints the result.
///
/// - `attempt NAME ABI` tries something forbidden.
/// - `landlock NAME ABI` tries it with Landlock alone.
/// - `font-attempt NAME ABI FOLDER` tries it as a decoder that may read fonts in a folder.
/// - `fetch-attempt NAME ABI FOLDER` tries it as the fetcher.
/// - `ability NAME ABI` tries something that must still work.
/// - `greedy` is a decoder that allocates all memory it can get.
/// - `orphan` exits while its sandboxed child keeps running.
/// - `no-seccomp` locks itself down on a kernel that seems to lack seccomp; `no-seccomp PROGRAM`
///   runs another program there.
/// - `threads KIND ROOT` locks itself down with or without a second thread, in a root without
///   /proc.
/// - `list attempts`, `list font-attempts`, `list fetch-attempts` and `list abilities` print the
///   names.
/// - `filter` prints the source file with the filter tables. When a rule has changed, run `swift
///   run fresnel-sandbox-probe filter >` that file.
enum Probe {
  static func run(_ arguments: [String]) -> Int32 {
    let abi = arguments.count > 2 ? Int(arguments[2]) ?? 0 : Landlock.newestABI
    switch (arguments.first, arguments.dropFirst().first) {
    case ("filter", _): return FilterTable.source.map { say($0) } == nil ? 3 : 0
    case ("list", "attempts"): say(Attempts.all.map(\.name).joined(separator: "\n"))
    case ("list", "abilities"): say(Ability.all.map(\.name).joined(separator: "\n"))
    case ("list", "font-attempts"): say(FontAttempts.all("").map(\.name).joined(separator: "\n"))
    case ("font-attempt", let name?):
      // The fourth word is a folder that counts as a font folder.
      let folder = arguments.count > 3 ? arguments[3] : "/nonexistent"
      let attempts = Attempts.all + FontAttempts.all(folder)
      guard let attempt = attempts.first(where: { $0.name == name }) else { return 2 }
      return tryOut(attempt) { () throws(CodecError) in
        _ = try Sandbox.enter(maximumABI: abi, access: .fonts([folder]))
      }
    case ("list", "fetch-attempts"): say(FetchAttempts.all("").map(\.name).joined(separator: "\n"))
    case ("fetch-attempt", let name?):
      // The fourth word is the folder that contains the cache folder, `cache`.
      let folder = arguments.count > 3 ? arguments[3] : "/nonexistent"
      guard let attempt = FetchAttempts.all(folder).first(where: { $0.name == name }) else {
        return 2
      }
      return tryOut(attempt) { () throws(CodecError) in
        do throws(Errno) {
          try FetcherSandbox.enter(
            readable: [], cacheFolder: folder + "/cache", maximumABI: abi)
        } catch {
          throw CodecError(.sandbox, error.description)
        }
      }
    case ("attempt", let name?):
      guard let attempt = Attempts.all.first(where: { $0.name == name }) else { return 2 }
      return tryOut(attempt) { () throws(CodecError) in try enter(abi) }
    case ("landlock", let name?):
      guard let attempt = Attempts.all.first(where: { $0.name == name }) else { return 2 }
      return tryOut(attempt) { () throws(CodecError) in try restrict(abi) }
    case ("ability", let name?):
      guard let ability = Ability.all.first(where: { $0.name == name }) else { return 2 }
      setUpDescriptors()
      ability.prepare()
      guard (try? enter(abi)) != nil else { return 3 }
      say(ability.holds() ? "holds" : "fails")
    case ("greedy", _): Decoder.serve { (input) throws(CodecError) in try GreedyCodec(input) }
    case ("orphan", _):
      return orphan(abi)
    case ("no-seccomp", let program):
      guard WithoutSeccomp.pretend() else { return 3 }
      if let program { WithoutSeccomp.execute(program) }
      do throws(CodecError) {
        _ = try enter(abi)
        say("sandboxed")
      } catch {
        say("failure \(error.code.rawValue) \(error.sentence)")
      }
    case ("threads", let kind?):
      // The third word is a folder without /proc, which becomes the root.
      return enterBesideThread(kind, root: arguments.count > 2 ? arguments[2] : nil)
    default: return 2
    }
    return 0
  }

  /// Locks down with a second thread (`two`), without one (`one`), or without one where `unshare`
  /// is forbidden (`unasked`).
  private static func enterBesideThread(_ kind: String, root: String?) -> Int32 {
    setUpDescriptors()
    if kind == "unasked" { guard WithoutSeccomp.forbidUnsharing() else { return 3 } }
    if let root {
      // An unprivileged user needs a user namespace for it.
      if geteuid() != 0, systemCall(SYS_unshare, [0x1000_0000]) != 0 { return 4 }
      guard chroot(root) == 0, chdir("/") == 0 else { return 4 }
    }
    let thread = kind == "two" ? try? Thread(name: "second") { poll(nil, 0, -1) } : nil
    guard (thread != nil) == (kind == "two") else { return 3 }
    do throws(CodecError) {
      _ = try enter(Landlock.newestABI)
      say("sandboxed")
    } catch {
      say("failure \(error.code.rawValue) \(error.sentence)")
    }
    _exit(0)
  }

  /// A child locks itself down and sleeps; then its parent exits.
  private static func orphan(_ abi: Int) -> Int32 {
    setUpDescriptors()
    guard let pipe = try? FileDescriptor.pipe() else { return 3 }
    var byte: UInt8 = 0
    if systemCall(SYS_fork, []) != 0 { return read(pipe.first.number, &byte, 1) == 1 ? 0 : 3 }
    dup2(pipe.second.number, 3)
    guard (try? enter(abi)) != nil else { _exit(3) }
    _ = write(3, &byte, 1)
    while true { poll(nil, 0, -1) }
  }

  private static func enter(_ abi: Int) throws(CodecError) {
    _ = try Sandbox.enter(maximumABI: abi)
  }

  private static func restrict(_ abi: Int) throws(CodecError) {
    prctlNoNewPrivileges()
    do throws(Errno) {
      _ = try Landlock.restrictSelf(maximumABI: abi)
    } catch {
      throw CodecError(.sandbox, error.description)
    }
  }

  private static func prctlNoNewPrivileges() { _ = fresnel_prctl(PR_SET_NO_NEW_PRIVS, 1) }

  private static func tryOut(
    _ attempt: Attempt, after restriction: () throws(CodecError) -> Void
  ) -> Int32 {
    setUpDescriptors()
    let prepared = attempt.prepare()
    do throws(CodecError) {
      try restriction()
    } catch {
      say(error.sentence)
      return 3
    }
    let result = attempt.run(prepared)
    let error = errno
    say(result >= 0 ? "allowed \(result)" : "refused \(error)")
    return 0
  }

  /// Sets up the descriptors of a decoder: a socket, a read-only picture, and the arena.
  private static func setUpDescriptors() {
    for (index, number) in openDescriptors().enumerated() { dup2(number, Int32(3 + index)) }
  }

  /// Opens these descriptors, and returns duplicates of them with high numbers.
  private static func openDescriptors() -> [Int32] {
    guard let pair = try? FileDescriptor.socketPair(),
      let arena = try? SharedMemory(count: 1 << 20)
    else { _exit(3) }
    let picture = fresnel_open("/dev/null", O_RDONLY, 0)
    return withExtendedLifetime(arena) {
      [pair.first.number, picture, arena.number].map { fresnel_duplicate_cloexec($0, 20) }
    }
  }

  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(1, bytes, bytes.count)
  }
}
