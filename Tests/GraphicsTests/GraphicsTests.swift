import Geometry
import Testing

@testable import Graphics

/// Surfaceless EGL; tests that need it are skipped by name where it is not available.
enum SurfacelessContext {
  static let isAvailable: Bool = {
    guard let display = try? Display(surfaceless: ()),
      let configuration = try? Configuration(offscreen: display)
    else { return false }
    return (try? Context(of: display, configuration)) != nil
  }()
}

private let passThrough = Array(
  """
  #version 300 es
  void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
  }
  """.utf8)

@Suite(.enabled(if: SurfacelessContext.isAvailable, "EGL cannot draw without a window here"))
struct GraphicsTests {
  @Test func aCopiedTextureReadsBackUnchanged() throws {
    let display = try Display(surfaceless: ())
    let context = try Context(of: display, Configuration(offscreen: display))
    let size = PixelSize(width: 7, height: 5)
    let bytes = (0..<(7 * 5 * 4)).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    let fragment = Array(
      """
      #version 300 es
      precision highp float;
      precision highp sampler2D;
      uniform sampler2D source;
      out vec4 pixel;
      void main() { pixel = texelFetch(source, ivec2(gl_FragCoord.xy), 0); }
      """.utf8)
    let read = try context.withCurrent { (gl: borrowing Current) throws(GLError) in
      let texture = try Texture(size: size, on: gl)
      bytes.withUnsafeBytes { texture.replace(with: $0, on: gl) }
      let program = try Program(vertex: passThrough, fragment: fragment, on: gl)
      let framebuffer = try Framebuffer(size: size, on: gl)
      framebuffer.bind(on: gl)
      program.use(on: gl)
      texture.bind(on: gl)
      gl.drawQuad()
      return try gl.readPixels(PixelRect(size))
    }
    #expect(read == bytes)
  }

  @Test func aShaderErrorCarriesTheDriversMessage() throws {
    let display = try Display(surfaceless: ())
    let context = try Context(of: display, Configuration(offscreen: display))
    let broken = Array("#version 300 es\nvoid main() { nonsense }\n".utf8)
    do throws(GLError) {
      try context.withCurrent { (gl: borrowing Current) throws(GLError) in
        _ = try Program(vertex: passThrough, fragment: broken, on: gl)
      }
      Issue.record("it compiled")
    } catch {
      guard case .compilation(.fragment, let log) = error else {
        Issue.record("another error: \(error)")
        return
      }
      #expect(log.contains("2"), "the message names the line: \(log)")
    }
  }

  @Test func sharedContextsSeeEachOthersTextures() throws {
    let display = try Display(surfaceless: ())
    let configuration = try Configuration(offscreen: display)
    let first = try Context(of: display, configuration)
    let second = try Context(sharing: first, of: display, configuration)
    let size = PixelSize(width: 2, height: 2)
    let bytes: [UInt8] = [1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255]
    let parcel = try second.withCurrent { (gl: borrowing Current) throws(GLError) in
      let texture = try Texture(size: size, on: gl)
      bytes.withUnsafeBytes { texture.replace(with: $0, on: gl) }
      gl.finish()
      return texture.release()
    }
    let read = try first.withCurrent { (gl: borrowing Current) throws(GLError) in
      let framebuffer = try Framebuffer(adopting: Texture(adopting: parcel, on: gl), on: gl)
      framebuffer.bind(on: gl)
      return try gl.readPixels(PixelRect(size))
    }
    #expect(read == bytes)
  }

  @Test func anInjectedLossIsReportedOnce() throws {
    let faults = FaultInjector()
    let display = try Display(surfaceless: ())
    let context = try Context(of: display, Configuration(offscreen: display), faults: faults)
    faults.loseContext()
    #expect(throws: GLError.contextLost) {
      try context.withCurrent { (gl: borrowing Current) throws(GLError) in try gl.checkReset() }
    }
    try context.withCurrent { (gl: borrowing Current) throws(GLError) in try gl.checkReset() }
  }

  @Test func aSharedDisplayOutlivesItsOtherOwner() throws {
    let display = try Display(surfaceless: ())
    do { _ = try Display(surfaceless: ()) }
    let context = try Context(of: display, Configuration(offscreen: display))
    let size = try context.withCurrent { (gl: borrowing Current) throws(GLError) in
      gl.maximumTextureSize
    }
    #expect(size >= 2048)
  }

  @Test func aRefusedContextIsAnError() throws {
    let faults = FaultInjector()
    faults.refuseContexts(1)
    let display = try Display(surfaceless: ())
    let configuration = try Configuration(offscreen: display)
    #expect(throws: EGLError.self) {
      _ = try Context(of: display, configuration, faults: faults)
    }
    _ = try Context(of: display, configuration, faults: faults)
  }
}

struct GraphicsErrorTests {
  @Test func onlyTheThreeDefinedCodesMeanALoss() {
    #expect(ResetStatus.guilty.isLost && ResetStatus.innocent.isLost && ResetStatus.unknown.isLost)
    #expect(!ResetStatus(rawValue: 0).isLost)
    #expect(!ResetStatus(rawValue: 0x0502).isLost)
  }

  @Test func aMissingXServerIsAnError() {
    #expect(throws: EGLError.self) { _ = try Display(x11: ":12345") }
  }
}
