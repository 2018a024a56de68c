import FaultyServer
import Geometry
import Glibc
import TestSupport
import Testing
import TilePlaces

/// The soak test: hours with `Scripts/soak`, a moment in the tests (`SoakRow`).
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct SoakTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(400, 300)
  static let steps = SoakRow.seconds == nil ? 20 : 200

  init() throws { folder = try TemporaryFolder() }

  /// Large and small pictures after the one that is shown at the beginning and at the end.
  private func album() throws -> [String] {
    try [folder.picture("0.png", picture)]
      + (1...4).map { try folder.picture("\($0).png", Photograph.grid(700 * $0, 500 * $0)) }
  }

  private func description() throws -> FaultyServer {
    let size = PixelSize(width: 500, height: 400)
    try folder.file(
      "p.dzi",
      Array(
        """
        <?xml version="1.0"?><Image xmlns="http://schemas.microsoft.com/deepzoom/2008"
        Format="png" Overlap="1" TileSize="126"><Size Width="500" Height="400"/></Image>
        """.utf8))
    try TileWriter(folder: folder, size: size).write(
      TileDescription(size: size, layout: .deepZoom(edge: 126, overlap: 1, format: "png")),
      prefix: "p_files/")
    let path = folder.path
    return try FaultyServer { .file($0.path, in: path) }
  }

  /// Decoders and fetchers are killed and stopped during zooming and paging.
  @Test func randomKillsOfDecodersAndFetchersDoNoHarm() throws {
    var random = SeededNumbers(seed: SoakRow.seed)
    let server = try description()
    let home = try folder.folder("home")
    let files = try album() + [server.address("/p.dzi")]
    let words = ["--stats", "--geometry", "400x300"] + files
    let environment: [String: String?] = ["HOME": home, "XDG_CACHE_HOME": home + "/cache"]
    // A run without faults, just as long, gives the usual time of a frame on this machine.
    let calm = try SoakedViewer(RunningViewer(words, environment: environment))
    try calm.begin(
      at: picture, &random, steps: max(Self.steps, Int(SoakRow.share(2) / 0.02)))
    let usual = calm.quit()

    let soaked = try SoakedViewer(RunningViewer(words, environment: environment))
    try soaked.begin(at: picture, &random, steps: Self.steps)
    let row = SoakRow(
      "random kills while zooming and paging", target: 10_000, sample: 40, parts: 2)
    let signals = [SIGKILL, SIGSEGV, SIGSTOP, SIGABRT]
    while row.goesOn, soaked.viewer.process.isRunning {
      soaked.play(&random)
      usleep(UInt32.random(in: 0...20_000, using: &random))
      guard let victim = soaked.viewer.family.children.randomElement(using: &random) else {
        continue
      }
      kill(victim, signals.randomElement(using: &random) ?? SIGKILL)
      row.done()
    }
    soaked.end(at: picture, row)
    soaked.quit(row, usual: usual)
    row.report()
    #expect(row.problems.isEmpty, "\(random.origin)")
  }

  /// Kills the cutting process at any moment of its work.
  @Test func killsOfTheCutterDoNoHarm() throws {
    let row = SoakRow("kills of the process that cuts", target: 500, sample: 3)
    var random = SeededNumbers(seed: SoakRow.seed)
    let file = try folder.picture("a.png", Photograph.grid(900, 700))
    while row.goesOn {
      let output = folder["cut-\(row.reached)"]
      let run = try CutRun.start(file, output: output)
      usleep(UInt32.random(in: 0...120_000, using: &random))
      for child in ProcessFamily(run.pid).children { kill(child, SIGKILL) }
      switch run.wait(limit: RunningViewer.timeout) {
      case .status(0), .status(1): break
      case let end: row.fail("it ended with \(String(describing: end))")
      }
      row.done()
    }
    row.report()
    #expect(row.problems.isEmpty, "\(random.origin)")
  }

  /// 200 keys per second, between pictures whose decoders are slow.
  @Test func fastNavigationDoesNoHarm() throws {
    var random = SeededNumbers(seed: SoakRow.seed)
    let program = try folder.evilInstallation()
    let first = try folder.picture("0.png", picture)
    var (late, prompt) = ([first], [first])
    for index in 0..<8 {
      late.append(try folder.evilFile("late-\(index).jpg", "delay:\(30 * index)"))
      prompt.append(try folder.evilFile("prompt-\(index).jpg", "delay:0"))
      let plain = try folder.picture(
        "plain-\(index).png",
        PixelGrid(width: 400, height: 300, opaque: { _, _ in UInt32(0x203040 * (index % 4)) }))
      late.append(plain)
      prompt.append(plain)
    }
    func navigate(_ viewer: RunningViewer) {
      viewer.type(Bool.random(using: &random) ? "n" : "p")
      usleep(5000)
    }
    let usual = try usualInterval(prompt, program, secondsPerStep: 0.006, navigate) {
      try $0.begin(at: picture, &random, steps: Self.steps)
    }
    let words = ["--stats", "--geometry", "400x300"] + late
    let soaked = try SoakedViewer(RunningViewer(words, program: program))
    try soaked.begin(at: picture, &random, steps: Self.steps)
    let row = SoakRow("navigations with delayed replies", target: 72_000, sample: 200, parts: 2)
    while row.goesOn, soaked.viewer.process.isRunning {
      navigate(soaked.viewer)
      row.done()
    }
    soaked.end(at: picture, row)
    soaked.quit(row, usual: usual)
    row.report()
    #expect(row.problems.isEmpty, "\(random.origin)")
  }

  /// The longest interval between two frames of a viewer without faults, in milliseconds, with the
  /// same input for as long as the row with faults takes; `nil` if it ended badly.
  private func usualInterval(
    _ files: [String], _ program: String, secondsPerStep: Double, _ step: (RunningViewer) -> Void,
    begin: (SoakedViewer) throws -> Void = { _ in }
  ) throws -> Double? {
    let words = ["--stats", "--geometry", "400x300"] + files
    let calm = try SoakedViewer(RunningViewer(words, program: program))
    try begin(calm)
    for _ in 0..<max(Self.steps, Int(SoakRow.share(2) / secondsPerStep)) { step(calm.viewer) }
    return calm.quit()
  }

  /// Zooming and paging among pictures whose decoders commit the other faults: no frame comes late,
  /// and nothing is left.
  @Test func hangsAndFloodsDoNoHarm() throws {
    var random = SeededNumbers(seed: SoakRow.seed)
    let program = try folder.evilInstallation()
    let bytes = try TemporaryFolder.contents(
      of: folder.picture("photograph.png", Photograph.grid(900, 700)))
    // The first fault ends in a sentence at once. The first and last pictures have good neighbours.
    let faults =
      ["crash:exit1@header", "hang:hello", "hang:tile", "spin:start", "spin:tile", "stop:tile"]
      + LeftoverTests.faults
    let first = try folder.picture("0.png", picture)
    var (bad, good) = ([first], [first])
    for (index, fault) in faults.enumerated() {
      let photograph = try folder.file("good-\(index).png", bytes)
      bad += [photograph, try folder.evilFile("bad-\(index).jpg", fault)]
      good.append(photograph)
    }
    bad += [try folder.file("good-y.png", bytes), try folder.file("good-z.png", bytes)]
    var visits = 0
    func visit(_ viewer: RunningViewer) {
      visits += 1
      viewer.type(visits % bad.count == 0 ? Key.home : UInt32(32))
      for _ in 0..<4 {
        viewer.hands.wheel(Int.random(in: -4...4, using: &random))
        usleep(15_000)
      }
    }
    let usual = try usualInterval(good, program, secondsPerStep: 0.07, visit)

    let words = ["--stats", "--geometry", "400x300"] + bad
    let soaked = try SoakedViewer(RunningViewer(words, program: program))
    let viewer = soaked.viewer
    viewer.expect(picture)
    // What is made only once, such as the thread that draws sentences, must exist before.
    viewer.type(32)
    viewer.type(32)
    viewer.expectTitle { $0.hasPrefix("bad-0.jpg") }
    #expect(waitUntil(RunningViewer.timeout) { viewer.showsText }, "no sentence in the window")
    try soaked.begin(at: picture, &random, steps: 0)
    visits = 0
    let row = SoakRow(
      "pictures whose decoders hang, flood or lie", target: 1000, sample: bad.count, parts: 2)
    while row.goesOn, viewer.process.isRunning {
      visit(viewer)
      row.done()
    }
    viewer.type(Key.home)
    // Those that hang are killed in the end.
    waitUntil(RunningViewer.timeout) { viewer.evilDecoders.count <= 1 }
    soaked.end(at: picture, row)
    soaked.quit(row, usual: usual)
    row.report()
    #expect(row.problems.isEmpty, "\(random.origin)")
  }

  @Test func manyNamesInAFolderDoNoHarm() throws {
    let row = SoakRow("names in one folder", target: 1_000_000, sample: 5000, parts: 2)
    let first = try folder.picture("0.png", picture)
    while row.goesOn {
      for _ in 0..<1000 {
        let file = open(
          folder["name-\(row.reached).png"], O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else {
          row.remark("the disk takes no more")
          break
        }
        close(file)
        row.done()
      }
    }
    let viewer = try RunningViewer([first])
    viewer.expect(picture)
    let before = ViewerResources(of: viewer)
    for size in [1280, 400, 1280, 400] {
      viewer.type(Key.f11)
      let isThere = waitUntil(RunningViewer.timeout) { viewer.size.width == size }
      row.check(isThere, "the window does not answer")
    }
    viewer.expect(picture)
    // The names themselves take memory, and the list is still growing.
    before.remark(row, later: ViewerResources(of: viewer))
    let end = viewer.quit()
    row.check(end == .status(0), "it ended badly")
    row.report()
    #expect(row.problems.isEmpty)
  }

  @Test func aMemoryLimitDoesNoHarm() throws {
    let name = "steps within 256 MiB"
    guard MemoryGroup.isAvailable else { return SoakRow.leaveOut(name, MemoryGroup.missing) }
    var random = SeededNumbers(seed: SoakRow.seed)
    let program = try folder.evilInstallation()
    let group = try MemoryGroup(limit: 256 << 20)
    let huge = try folder.evilFile("huge.jpg", "claim:width=400000;height=250000")
    let words =
      group.words + [program, "--stats", "--geometry", "400x300"] + (try album()) + [huge, huge]
    let server = try XServer()
    let process = try server.run(
      words[0], Array(words.dropFirst()), environment: ["MESA_SHADER_CACHE_DISABLE": "true"])
    let soaked = try SoakedViewer(RunningViewer(process, on: server))
    try soaked.begin(at: picture, &random, steps: Self.steps)
    let row = SoakRow(name, target: 100_000, sample: 40)
    while row.goesOn, soaked.viewer.process.isRunning {
      soaked.play(&random)
      usleep(10_000)
      row.done()
    }
    soaked.end(at: picture, row)
    soaked.quit(row)
    row.remark("\(group.kills) killed for want of memory")
    row.check(group.kills == 0, "the kernel had to end a process")
    row.report()
    #expect(row.problems.isEmpty, "\(random.origin)")
  }

  /// From some moment on, the reads of decoders and of the viewer fail.
  @Test func failingReadsDoNoHarm() throws {
    let name = "files whose reads fail (EIO)"
    guard Tracing.isAllowed else { return SoakRow.leaveOut(name, Tracing.missing) }
    let row = SoakRow(name, target: 1000, sample: 3)
    var random = SeededNumbers(seed: SoakRow.seed)
    let file = try folder.picture("a.png", Photograph.grid(900, 700))
    while row.goesOn {
      let number = Int.random(in: 1...40, using: &random)
      let words =
        Tracing.breaking(file, Tracing.failingReads(from: number))
        + [RunningViewer.program, "render", file, "-o", folder["out.png"]]
      let render = try TestProcess(
        words[0], Array(words.dropFirst()), environment: RunningViewer.nobody)
      let end = render.wait(limit: RunningViewer.timeout)
      let sentences = render.standardError.split(separator: "\n")
      if end != .status(0) && end != .status(1) || sentences.count > 1
        || !sentences.allSatisfy({ $0.hasPrefix("fresnel: \(file): ") })
      {
        row.fail("from read \(number): \(String(describing: end)), \(sentences)")
      }
      row.done()
    }
    row.report()
    #expect(row.problems.isEmpty, "\(random.origin)")
  }

  /// The viewer is stopped and continued while decoders work; in a full run, once for longer than a
  /// decoder's timeout.
  @Test func stoppingTheViewerDoesNoHarm() throws {
    SoakRow.leaveOut(
      "jumps of the clock of the day",
      "it is the machine's; the viewer measures by the monotonic clock, which no call sets")
    var random = SeededNumbers(seed: SoakRow.seed)
    let words = try ["--stats", "--geometry", "400x300"] + album()
    let soaked = try SoakedViewer(RunningViewer(words))
    try soaked.begin(at: picture, &random, steps: Self.steps)
    let row = SoakRow("stops of the viewer", target: 2000, sample: 5)
    let viewer = soaked.viewer
    while row.goesOn, viewer.process.isRunning {
      soaked.play(&random)
      let isLong = row.reached == 0 && row.secondsLeft > 20 && SoakRow.seconds != nil
      viewer.process.signal(SIGSTOP)
      usleep(isLong ? 12_000_000 : .random(in: 1000...200_000, using: &random))
      viewer.process.signal(SIGCONT)
      usleep(.random(in: 0...50_000, using: &random))
      row.done()
    }
    let sentences = viewer.process.standardError
    row.check(sentences == "", sentences)
    soaked.end(at: picture, row)
    // The longest interval would be the longest stop.
    let interval = soaked.quit()
    row.check(interval != nil, "it ended badly")
    row.report()
    #expect(row.problems.isEmpty, "\(random.origin)")
  }
}
