import Glibc
import Platform
import Sandboxing
import TestSupport
import Testing

@testable import DecoderKit

/// The sandbox, tested by a separate process for each attempt.
@Suite struct SandboxTests {
  private static let probe = PipedProcess.built("fresnel-sandbox-probe")

  /// The user that the probe runs as, and the newest Landlock ABI that it may use.
  struct Setting: Sendable, CustomTestStringConvertible {
    var user: Int?
    var abi: Int
    var testDescription: String { "user \(user ?? Int(getuid())), Landlock \(abi)" }
  }

  static let settings: [Setting] = {
    // Root bypasses some limits, so an ordinary user is tested too; 2 is Debian 12's Landlock, 0 a
    // kernel without it.
    let users: [Int?] = getuid() == 0 ? [nil, 65534] : [nil]
    return users.flatMap { user in [Landlock.newestABI, 2, 0].map { Setting(user: user, abi: $0) } }
  }()

  private func run(_ words: [String], _ setting: Setting) throws -> (String, PipedProcess.End) {
    let process = try PipedProcess(
      Self.probe, words + ["\(setting.abi)"], user: setting.user)
    let (output, end) = process.finish()
    return (output.split(separator: "\n").first.map(String.init) ?? "", end)
  }

  private func names(_ kind: String) throws -> [String] {
    let (output, end) = try PipedProcess(Self.probe, ["list", kind]).finish()
    try #require(end == .status(0))
    return output.split(separator: "\n").map(String.init)
  }

  /// The results of attempts that fail with other errors than EACCES and EPERM.
  private static let special: [String: Set<String>] = [
    "clone3-new-user": ["refused \(ENOSYS)"],
    "too-much-memory": ["refused \(ENOMEM)"],
    "write-to-picture": ["refused \(EBADF)"],
  ]

  @Test(arguments: settings) func theSandboxRefusesForbiddenCalls(_ setting: Setting) throws {
    let attempts = try names("attempts")
    #expect(attempts.count > 90)
    for name in attempts {
      let (line, end) = try run(["attempt", name], setting)
      let refusals = Self.special[name] ?? ["refused \(EACCES)", "refused \(EPERM)"]
      var isRefused = end == .signal(SIGSYS) || (end == .status(0) && refusals.contains(line))
      // A kernel without any entry for 32-bit programs.
      if name == "call-of-32-bit" { isRefused = isRefused || end == .signal(SIGSEGV) }
      #expect(isRefused, "\(name): “\(line)”, \(end)")
    }
  }

  /// Attempts that succeed only in a decoder that draws text.
  ///
  /// It can open its own arena again for reading, which it has mapped for writing anyway.
  private static let fontsOpen: Set<String> = [
    "font", "access", "newfstatat-absolute-empty-path", "arena-again",
  ]

  @Test(arguments: settings) func onlyFontsAreReadable(_ setting: Setting) throws {
    let folder = try TemporaryFolder()
    chmod(folder.path, 0o755)
    chmod(try folder.file("font", [1, 2, 3]), 0o644)
    symlink("/etc/passwd", folder.path + "/link")
    for name in try names("attempts") + names("font-attempts") {
      let process = try PipedProcess(
        Self.probe, ["font-attempt", name, "\(setting.abi)", folder.path], user: setting.user)
      let (output, end) = process.finish()
      let line = output.split(separator: "\n").first.map(String.init) ?? ""
      if setting.abi > 0, Self.fontsOpen.contains(name) {
        #expect(line.hasPrefix("allowed"), "\(name): “\(line)”, \(end)")
        continue
      }
      let refusals = Self.special[name] ?? ["refused \(EACCES)", "refused \(EPERM)"]
      var isRefused = end == .signal(SIGSYS) || (end == .status(0) && refusals.contains(line))
      if name == "call-of-32-bit" { isRefused = isRefused || end == .signal(SIGSEGV) }
      #expect(isRefused, "\(name): “\(line)”, \(end)")
    }
  }

  /// Attempts that succeed in the fetcher, and those that do only without Landlock.
  private static let fetchingOpen: Set<String> = [
    "hosts", "kept", "shelf", "tcp", "udp", "tcp6", "pair", "duplicate", "flags", "not-blocking",
  ]
  private static let fetchingOpenAlone: Set<String> = [
    "users", "secret", "secret-from-cache", "written", "hosts-written", "removed", "bound",
    "environment", "memory",
  ]

  @Test(arguments: settings) func theFetcherReachesOnlyServersAndItsCache(
    _ setting: Setting
  ) throws {
    for name in try names("fetch-attempts") {
      let folder = try TemporaryFolder()
      mkdir(folder["cache"], 0o777)
      chmod(folder["cache"], 0o777)
      chmod(try folder.file("secret", [1]), 0o644)
      let process = try PipedProcess(
        Self.probe, ["fetch-attempt", name, "\(setting.abi)", folder.path], user: setting.user)
      let (output, end) = process.finish()
      let line = output.split(separator: "\n").first.map(String.init) ?? ""
      if Self.fetchingOpen.contains(name) {
        #expect(line.hasPrefix("allowed"), "\(name): “\(line)”, \(end)")
        continue
      }
      // Landlock restricts files, and from ABI 4 on ports.
      if setting.abi == 0, Self.fetchingOpenAlone.contains(name) { continue }
      if setting.abi < 4, name == "bound" { continue }
      let refusals = Self.special[name] ?? ["refused \(EACCES)", "refused \(EPERM)"]
      let isRefused = end == .signal(SIGSYS) || end == .status(0) && refusals.contains(line)
      #expect(isRefused, "\(name): “\(line)”, \(end)")
    }
  }

  @Test(arguments: settings) func theSandboxAllowsWhatDecodersNeed(_ setting: Setting) throws {
    for name in try names("abilities") {
      let (line, end) = try run(["ability", name], setting)
      if name == "abort" {
        #expect(end == .signal(SIGABRT), "\(end)")
      } else {
        #expect(line == "holds" && end == .status(0), "\(name): “\(line)”, \(end)")
      }
    }
  }

  @Test(
    .enabled(if: Landlock.kernelABI > 0, "this kernel has no Landlock"), arguments: settings)
  func landlockAloneClosesTheFileSystem(_ setting: Setting) throws {
    guard setting.abi > 0 else { return }
    for name in ["open", "openat", "open-for-writing", "execve"] {
      let (line, end) = try run(["landlock", name], setting)
      #expect(line == "refused \(EACCES)" && end == .status(0), "\(name): “\(line)”, \(end)")
    }
  }

  @Test func theDecoderFailsWithoutSeccomp() throws {
    let (line, end) = try PipedProcess(Self.probe, ["no-seccomp"]).finish()
    #expect(end == .status(0))
    #expect(line.hasPrefix("failure 5 the decoder could not enter its sandbox"), "\(line)")
  }

  /// A second thread would keep its rights, and must be detected even without /proc.
  @Test(
    arguments: [
      ("two", true, false), ("two", false, false), ("one", true, true), ("one", false, true),
      ("unasked", true, true), ("unasked", false, false),
    ])
  func aSecondThreadIsDetectedWithoutProc(kind: String, hasProc: Bool, isLocked: Bool) throws {
    let refusal = "the decoder could not enter its sandbox (a thread was running already)"
    let answer = isLocked ? "sandboxed" : "failure 5 \(refusal)"
    let root = try TemporaryFolder()
    let (line, end) = try PipedProcess(
      Self.probe, ["threads", kind] + (hasProc ? [] : [root.path])
    ).finish()
    // Some systems let only root change its root folder.
    if end == .status(4), geteuid() != 0 { return }
    #expect(end == .status(0), "\(line)")
    #expect(line == answer + "\n")
  }

  @Test func theChildDiesWithItsParent() throws {
    // The grandchild holds the pipe and sleeps forever: the output ends only when it dies.
    let started = MonotonicClock.now()
    let (line, end) = try PipedProcess(Self.probe, ["orphan"]).finish(limit: 30)
    #expect(end == .status(0), "\(line)")
    #expect(MonotonicClock.now() - started < 30, "it was still alive")
  }
}
