import DecoderProtocol
import Geometry
import Glibc
import Platform
import Testing
import Tiling

@testable import Decoding

extension HostTests {
  @Suite struct Lies {
    @Test(
      arguments: [
        ("oversized", .badMessage(.badLength(65_537))),
        ("huge", .badMessage(.badLength(Int(UInt32.max)))), ("zero", .badMessage(.badLength(0))),
        ("short", .badMessage(.badSize)), ("trailing", .badMessage(.badSize)),
        ("unknown", .badMessage(.unknownType(77))), ("nan", .badMessage(.badValue("progress"))),
        ("beyond", .badMessage(.badValue("progress"))), ("tilefirst", .unexpectedMessage),
        ("infotwice", .unexpectedMessage), ("hellotwice", .unexpectedMessage),
        ("nohello", .unexpectedMessage), ("progressfirst", .unexpectedMessage),
        ("failfirst", .unexpectedMessage), ("framefirst", .unexpectedMessage),
        ("metadatafirst", .unexpectedMessage), ("longlibrary", .badMessage(.badSize)),
        ("times", .unexpectedMessage), ("timesback", .badMessage(.badValue("times"))),
        ("badcode", .badMessage(.badValue("failure"))),
        ("longsentence", .badMessage(.badValue("length"))),
        ("version", .wrongVersion(WireFormat.version + 6)),
      ] as [(String, ProtocolBreach)])
    func aMalformedMessageEndsTheDecoder(kind: String, breach: ProtocolBreach) {
      let host = Host()
      #expect(host.fate("proto:\(kind)") == .lied(breach, lastWords: []))
      // A decoder that lied isn't restarted.
      #expect(host.scheduler.statistics.processesStarted == 1)
      #expect(host.everyProcessIsGone([]))
    }

    @Test func aTruncatedMessageIsACrash() {
      #expect(Host().fate("proto:truncated") == .crashed(.exited(0), lastWords: []))
    }

    @Test(
      arguments: [
        ("width=0", "size"), ("height=0", "size"), ("width=-1", "size"), ("width=nan", "size"),
        ("height=inf", "size"), ("width=-inf", "size"), ("height=1e300", "size"),
        ("width=1e-300", "size"), ("width=16777217", "size"), ("height=2147483648", "size"),
        ("width=16777216;height=16777216", "size"), ("largest=nan", "scale"),
        ("largest=0", "scale"), ("largest=-1", "scale"), ("largest=inf", "scale"),
        ("largest=1e300", "scale"), ("largest=1e12", "size"), ("scales=129", "rungs"),
        ("rungs=129", "rungs"), ("rungs=0.5/1000/750+0.25/500/375", "rung"),
        ("rungs=0.5/1000/750+0.5/1001/751", "rung"), ("rungs=0.5/1000/750+1/999/1500", "rung"),
        ("rungs=1/17592186044416/17592186044416", "rung"),
        ("width=9e9;height=9e9;rungs=1/9000000000/9000000000", "rung"),
        ("rungs=0.01/20/15+1/2000/1500", "rung"), ("rungs=0.5/0/750", "rung"),
        ("rungs=0.5/1000/-1", "rung"),
        ("rungs=0.5/1000/17592186044417", "rung"), ("rungs=nan/1000/750", "scale"),
        ("orientation=0", "orientation"), ("orientation=9", "orientation"),
        ("frames=65537", "frames"), ("frames=4294967295", "frames"), ("timed=2", "flag"),
        ("alpha=2", "flag"), ("random=255", "flag"), ("slow=2", "flag"),
        ("preview=7", "preview"),
        ("kind=2", "pixel kind"), ("headroom=nan", "headroom"),
        ("headroom=0.5", "headroom"), ("headroom=inf", "headroom"), ("headroom=-2", "headroom"),
        ("x=nan;y=1", "resolution"), ("x=-1;y=1", "resolution"), ("x=72", "resolution"),
        ("x=1e9;y=1e9", "resolution"), ("names=1025", "page names"),
      ] as [(String, StaticString)])
    func impossibleInfoIsRefused(claim: String, field: StaticString) {
      #expect(
        Host().fate("claim:\(claim)") == .lied(.badMessage(.badValue(field)), lastWords: []))
    }

    @Test(arguments: ["unrequested", "twice", "cancelled"])
    func unrequestedAnswersEndTheDecoder(fault: String) {
      let host = Host()
      #expect(host.fate(fault) == .lied(.unaskedAnswer, lastWords: []))
      #expect(host.everyProcessIsGone([]))
    }

    @Test(arguments: [1, 2, 253])
    func unexpectedDescriptorsAreClosed(count: Int) {
      let host = Host()
      let before = openDescriptors()
      #expect(host.fate("fds:\(count)") == .lied(.sentDescriptors, lastWords: []))
      #expect(openDescriptors() < before + 150)
    }

    @Test func floodsAreStopped() {
      let host = Host()
      #expect(host.fate("flood:progress") == .flooded(.messages, lastWords: []))
      let error = host.fate("flood:stderr")
      guard case .flooded(.errorOutput, let words) = error else {
        Issue.record("not stopped for its errors but \(String(describing: error))")
        return
      }
      #expect(words.count == 3)
      #expect(words.allSatisfy { $0.unicodeScalars.count <= 201 })
      #expect(host.servesHonestly())
    }

    @Test func anUnwrittenSlotIsTransparent() {
      let host = Host()
      // Another picture's pixels were in the same memory before.
      #expect(host.servesHonestly())
      let picture = host.open("nowrite")
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, Host.plan(4))
      #expect(host.pump { host.isIdle(picture) })
      #expect(host.tiles(of: picture).count == 4)
      #expect(host.tiles(of: picture).allSatisfy { $0.hasColor([0, 0, 0, 0]) })
    }

    @Test func aDecoderThatKeepsWritingDoesNoHarm() {
      let host = Host()
      let picture = host.open("racer")
      #expect(host.pump { host.hasOpened(picture) })
      host.update(picture, Host.plan(40))
      #expect(host.pump { host.isIdle(picture) })
      let sums = host.tiles(of: picture).map { tile in
        tile.withPixels { $0.reduce(into: 0) { $0 &+= Int($1) } }
      }
      #expect(sums.count == 40)
      #expect(host.servesHonestly())
    }

    @Test func theArenaCannotBeResized() {
      let error = Host().fate("memory")
      #expect(
        error
          == .refused(
            CodecError(
              .other, "shrink refused, grow refused, extend refused, seal refused"), lastWords: [])
      )
    }

    @Test func aDecoderInheritsOnlyItsDescriptors() {
      // The decoder must inherit neither this open file nor the environment.
      let leak = open("/dev/null", O_RDONLY)
      defer { close(leak) }
      #expect(environ[0] != nil)
      let old = signal(SIGPIPE, SIG_IGN)
      defer { signal(SIGPIPE, old) }
      let error = Host().fate("inspect")
      #expect(
        error?.sentence
          == "descriptors 0 1 2 3 4 5; variables 0; arguments fresnel-decode-png; "
          + "signals default; group own")
    }

    @Test func aFailureIsFinalAndItsSentenceEscaped() {
      let host = Host()
      let error = host.fate("failure:1,bad \u{1B}[2J\u{202E}%s%n\nrow")
      #expect(error?.sentence == "bad \\x1B[2J\\u{202E}%s%n\\nrow")
      #expect(host.scheduler.statistics.processesStarted == 1)
      #expect(
        Host().fate("failure:3,")?.sentence
          == "the picture needs more memory than a decoder may use")
    }
  }
}
