// swift-tools-version: 6.1
import PackageDescription

// What works on every pixel is optimised in debug builds too: it would take 800 ns for each of
// them, and tests open large pictures. A package with such flags can't be depended on by its
// version, so the project's own scripts ask for them, and other people's builds never see them.
let optimizesDebug = Context.environment["FRESNEL_OPTIMIZES_DEBUG"] != nil
let optimized: [SwiftSetting] =
  optimizesDebug ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []

// What Scripts/sanitize sets, and nothing else, to `viewer` or `decoders`: then decoders stay
// without their lock-down, in which no sanitizer can live. Only debug builds know the condition,
// and only under a sanitizer do such decoders run (Sandbox+Sanitizing.swift).
let sanitized = Context.environment["FRESNEL_SANITIZES"]
let isSanitizing = sanitized != nil
let sanitizing: [SwiftSetting] =
  sanitized == "decoders" ? [.define("FRESNEL_SANITIZES", .when(configuration: .debug))] : []
// C++ has no runtime for `vptr` here.
let undefined = ["-fsanitize=undefined", "-fno-sanitize=vptr", "-fno-sanitize-recover=all"]

// C that is optimised checks its copies against the memory that they go to; what is not optimised
// can't. How programs are linked is in Scripts/lib.sh, as those are flags of the kind above. A
// sanitizer sees more where it is off; a release has it all the same.
let fortify = ("_FORTIFY_SOURCE", "3")
let fortifiedC: [CSetting] =
  (optimizesDebug || isSanitizing
    ? [.unsafeFlags(["-O2"], .when(configuration: .debug))] : [])
  + (isSanitizing ? [.unsafeFlags(undefined, .when(configuration: .debug))] : [])
  + (optimizesDebug && !isSanitizing
    ? [.define(fortify.0, to: fortify.1)]
    : [.define(fortify.0, to: fortify.1, .when(configuration: .release))])
let fortifiedCXX: [CXXSetting] =
  [.define(fortify.0, to: fortify.1, .when(configuration: .release))]
  + (isSanitizing ? [.unsafeFlags(undefined, .when(configuration: .debug))] : [])

// OpenSlide is to find the program's own functions, not the system's.
let slideCalls: [LinkerSetting] = [
  .unsafeFlags(
    ["fopen", "g_file_test", "cairo_create"].flatMap {
      ["-Xlinker", "--export-dynamic-symbol=\($0)"]
    })
]

let shaders: [Resource] = [
  "backdrop.frag", "chain.frag", "filter-prelude.frag", "filter-source.frag", "filters",
  "image.frag", "light.frag", "sprite.vert", "tile.frag", "tile.vert",
].map { .embedInCode($0) }

// A library of the system, as its module map shows it, and Debian's packages to build with.
func library(
  _ name: String, _ packages: String..., pkgConfig: String? = nil, path: String? = nil
) -> Target {
  .systemLibrary(
    name: name, path: path, pkgConfig: pkgConfig,
    providers: packages.isEmpty ? nil : [.apt(packages)])
}

// Code without a `main`; some is in C or C++, which Swift can't express.
func stage(
  _ name: String, _ dependencies: String..., path: String? = nil, resources: [Resource]? = nil,
  isC: Bool = false, isOptimized: Bool = false, links: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) }, path: path,
    resources: resources, cSettings: isC ? fortifiedC : nil,
    cxxSettings: isC ? fortifiedCXX : nil, swiftSettings: isOptimized ? optimized : nil,
    linkerSettings: links.map { .linkedLibrary($0) })
}

func program(
  _ name: String, _ dependencies: String..., path: String? = nil,
  parser: [Target.Dependency] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) } + parser, path: path)
}

// A decoder's process. The kit, and what every codec uses of the stages, it has by itself.
func decoder(
  _ name: String, _ dependencies: String..., isOptimized: Bool = false,
  answering calls: [LinkerSetting]? = nil
) -> Target {
  let kit = ["DecoderKit", "DecoderProtocol", "Resampling", "Tiles", "Platform", "Geometry"]
  return .executableTarget(
    name: "Decode\(name)", dependencies: (kit + dependencies).map { .init(stringLiteral: $0) },
    path: "Sources/Decoders/\(name)", swiftSettings: isOptimized ? optimized : nil,
    linkerSettings: calls)
}

// Tests have the seeds of what is random, and what starts programs, by themselves.
func tests(
  _ name: String, _ dependencies: String..., isOptimized: Bool = false, others: [String] = []
) -> Target {
  let support = ["SeededNumbers", "TestSupport", "Platform", "Geometry"]
  return .testTarget(
    name: name, dependencies: (support + dependencies + others).map { .init(stringLiteral: $0) },
    swiftSettings: isOptimized ? optimized : nil)
}

// Those that tests may depend on: all tests are one program, which can't have others' calls.
let decoders = [
  "PNG", "JPEG", "TIFF", "WebP", "AVIF", "HEIC", "GIF", "JXL", "DjVu", "Classic", "FITS", "JP2",
  "EXR", "Raw", "Tiles", "Archive", "Profile",
].map { "Decode\($0)" }

// Targets stand in the order of the flow (Documentation/Architecture.md): a stage knows only the
// stages before it, and a cycle would not build.
let targets: [Target] = [
  // MARK: C libraries: module maps and shims, only what Swift cannot see.
  library(
    "CX11", "libx11-dev", "libxext-dev", "libxi-dev", "libxrandr-dev",
    pkgConfig: "x11 xext xi xrandr"),
  library("CGLES", "libegl1-mesa-dev", "libgles2-mesa-dev", pkgConfig: "egl glesv2"),
  library("CCairo", "libcairo2-dev", "libpango1.0-dev", pkgConfig: "cairo"),
  // The decoder of SVG, which pkg-config would hand flags that Swift refuses.
  library("CFontconfig", "libfontconfig-dev", "libglib2.0-dev"),
  library("CDjVu", "libdjvulibre-dev"),
  library("CPoppler", "libpoppler-glib-dev"),
  library("CRsvg", "librsvg2-dev"),
  // Not by pkg-config: it names a flag that Swift refuses with a warning.
  library("CLCMS", "liblcms2-dev"),
  library("CTIFF", "libtiff-dev", pkgConfig: "libtiff-4"),
  library("CWebP", "libwebp-dev", pkgConfig: "libwebp"),
  library("CAVIF", "libavif-dev"),
  library("CHEIF", "libheif-dev", pkgConfig: "libheif"),
  library("CExpat", "libexpat1-dev"),
  library("CZip", "libzip-dev"),
  library("CJansson", "libjansson-dev"),
  library("CGIF", "libgif-dev"),
  // Not by pkg-config: it names a flag that Swift refuses with a warning.
  library("CJXL", "libjxl-dev"),
  library("CFITSIO", "libcfitsio-dev", pkgConfig: "cfitsio"),
  library("CJP2", "libopenjp2-7-dev", pkgConfig: "libopenjp2"),
  // Not by OpenEXR's own, which names a flag that Swift refuses with a warning.
  library("COpenEXR", "libopenexr-dev", pkgConfig: "Imath"),
  // Not by LibRaw's own, which names a flag that Swift refuses.
  library("CLibRaw", "libraw-dev"),
  library("CZlib", "zlib1g-dev", pkgConfig: "zlib"),
  library("CLZ4", "liblz4-dev", pkgConfig: "liblz4"),
  library("CSeccomp", "libseccomp-dev", pkgConfig: "libseccomp"),
  library("CISAL", "libisal-dev", "zlib1g-dev", pkgConfig: "libisal"),
  // What comes over the network, in a program of its own. Not by pkg-config, as above.
  library("CCurl", "libcurl4-openssl-dev"),
  library("CLinux"),
  stage("CTOML", isC: true),
  stage("CXErrors", "CX11", isC: true),
  stage("CWideVectors", isC: true),
  stage("CPNG", isC: true, links: ["png16"]),
  // OpenEXR speaks C++ only.
  stage("CEXR", "COpenEXR", isC: true, links: ["OpenEXR"]),
  // LibRaw reads from a stream in C++ only.
  stage("CRaw", "CLibRaw", isC: true, links: ["raw_r"]),
  stage("CJPEG", isC: true, links: ["jpeg"]),
  library("COpenSlide", "libopenslide-dev", "libsqlite3-dev", pkgConfig: "openslide"),
  // Answers the calls by which OpenSlide opens files. No test may depend on a program that has it.
  stage("CSlideFiles", isC: true, links: ["sqlite3", "cairo"]),

  // MARK: What every stage stands on.
  stage("Geometry", links: ["m"]),
  stage("Platform", "CLinux"),

  // MARK: The flow, window thread.
  stage("InputEvents", "Geometry"),
  stage("Windowing", "CX11", "CXErrors", "InputEvents", "Geometry", "Platform"),
  stage("Gestures", "InputEvents", "Geometry"),
  stage("ViewGeometry", "Geometry"),
  stage("Zooming", "ViewGeometry", "Gestures", "InputEvents", "Geometry"),
  stage("Tiles", "Platform", "Geometry"),
  stage("Tiling", "Tiles", "ViewGeometry", "Platform", "Geometry"),
  stage("Resampling", "Tiles", "Geometry", "CWideVectors", isOptimized: true),
  stage("Providing", "Tiling", "Tiles", "Resampling", "Platform", "Geometry"),
  // Outlines in Double: kept near the pixels, cut into dashes, widened to lines.
  stage("Outlines", "Geometry", isOptimized: true),
  // Where the tiles of described pictures are: Deep Zoom, Zoomify, IIIF, templates.
  stage("TilePlaces", "Tiles", "Geometry", "Platform"),
  stage("DecoderProtocol", "TilePlaces", "Tiles", "Geometry"),
  // What the viewer and the process that fetches say to each other; its bytes are as a decoder's.
  stage("FetchProtocol", "DecoderProtocol"),
  // The viewer's end of it.
  stage("Fetching", "FetchProtocol", "DecoderProtocol", "Platform"),
  stage(
    "Decoding", "Fetching", "FetchProtocol", "Providing", "Tiling", "TilePlaces", "Tiles",
    "DecoderProtocol", "Platform", "Geometry", "CLinux"),

  // MARK: The decoder processes.
  // How a process takes its own rights away.
  stage("Lockdown", "Platform", "CLinux"),
  stage(
    "DecoderKit", "DecoderProtocol", "Lockdown", "Resampling", "TilePlaces", "Tiles", "Platform",
    "Geometry", "CLCMS", "CLZ4", "CLinux", isOptimized: true),
  // Answers zlib's calls; nothing imports it, it only has to be linked.
  stage("Inflate", "CISAL"),
  decoder("PNG", "CPNG", "Inflate", isOptimized: true),
  stage("XMLReading", "CExpat"),
  stage(
    "JP2Reading", "DecoderKit", "Resampling", "CJP2", "DecoderProtocol", "Geometry",
    isOptimized: true),
  // libjpeg in Swift, for JPEG files and for the pictures in those of cameras.
  stage("JPEGReading", "DecoderKit", "CJPEG", "DecoderProtocol", "Platform", "Geometry"),
  decoder("JPEG", "JPEGReading", "CJPEG", "XMLReading", isOptimized: true),
  decoder("TIFF", "JP2Reading", "CTIFF", "XMLReading"),
  decoder("WebP", "CWebP"),
  decoder("AVIF", "CAVIF", isOptimized: true),
  decoder("HEIC", "CHEIF", isOptimized: true),
  decoder("GIF", "CGIF", isOptimized: true),
  decoder("JXL", "CJXL", isOptimized: true),
  decoder("DjVu", "CDjVu"),
  // Old formats in bounds-checked Swift.
  decoder("Classic", "CPNG", "CJPEG", "Inflate", "CISAL", isOptimized: true),
  decoder("FITS", "CFITSIO", isOptimized: true),
  decoder("JP2", "JP2Reading", "CJP2", isOptimized: true),
  decoder("EXR", "CEXR", "CWideVectors", isOptimized: true),
  decoder("Raw", "JPEGReading", "CRaw", isOptimized: true),
  decoder("Slide", "COpenSlide", "CSlideFiles", isOptimized: true, answering: slideCalls),
  // Reads descriptions of tiles, no pixels.
  decoder("Tiles", "TilePlaces", "XMLReading", "CExpat", "CJansson"),
  // libzip brings OpenSSL along, which takes longer to load than reading a description.
  decoder("Archive", "CZip"),
  // Reads profiles of media, no pixels.
  decoder("Profile", "CLCMS"),

  // MARK: Cutting pictures into tiles.
  // Levels, names and messages: what the viewer's program and the cutting process share.
  stage("CutPlan", "Geometry"),
  // Rows in, encoded tiles out.
  stage(
    "Cutting", "CutPlan", "Resampling", "Tiles", "Platform", "Geometry", "CJPEG", "CPNG", "CWebP",
    isOptimized: true),
  // Locked down as decoders are.
  program("Cutter", "Cutting", "CutPlan", "DecoderKit", "DecoderProtocol", "Platform"),
  // The process that speaks with servers, and parses nothing but HTTP.
  program("Fetcher", "FetchProtocol", "DecoderProtocol", "Lockdown", "Platform", "CCurl", "CLinux"),
  // Answers cairo's calls for libraries that draw documents; it only has to be linked and set up.
  // No test may depend on a program that has it: all tests are one program, where FresnelDrawing
  // calls cairo itself.
  stage("CairoClamp", "Outlines", "Geometry", "CCairo", isOptimized: true),
  decoder("SVG", "CairoClamp", "DocumentFonts", "CRsvg", "CCairo", "XMLReading"),
  // The system's fonts, for what draws documents.
  stage("DocumentFonts", "CFontconfig"),
  decoder("PDF", "CairoClamp", "DocumentFonts", "CPoppler", "CCairo"),

  // MARK: Upload and rendering.
  stage("Graphics", "CGLES", "CX11", "CXErrors", "Platform", "Geometry"),
  stage("ShaderLibrary", path: "Shaders", resources: shaders),
  stage("Filters", "ShaderLibrary", "Platform"),
  stage("Text", "Platform", "Geometry"),
  stage(
    "Rendering", "Filters", "Graphics", "ShaderLibrary", "Tiles", "ViewGeometry", "Platform",
    "Geometry"),
  stage("FilterPanel", "Filters", "Text", "InputEvents", "Platform", "Geometry"),

  // MARK: The view: sources in, frames out.
  stage("Markers", "ViewGeometry", "Geometry"),
  stage(
    "Viewing", "Markers", "Rendering", "Filters", "Text", "Tiling", "Tiles", "Zooming",
    "ViewGeometry", "Gestures", "InputEvents", "Platform", "Geometry"),
  // What draws a view in a window.
  stage("WindowDrawing", "Viewing", "Rendering", "Windowing", "Platform", "Geometry"),

  // MARK: The library: the view in other people's programs.
  stage(
    "Fresnel", "WindowDrawing", "Viewing", "Markers", "Rendering", "Decoding", "DecoderProtocol",
    "Fetching", "Providing", "TilePlaces", "Filters", "Tiling", "Tiles", "Zooming", "ViewGeometry",
    "Gestures", "InputEvents", "Windowing", "Platform", "Geometry"),
  // Drawings as sources of tiles: the only library that links cairo.
  stage(
    "FresnelDrawing", "Providing", "Tiling", "Tiles", "Outlines", "Platform", "Geometry", "CCairo",
    isOptimized: true),

  // MARK: What people set; the program hands each stage its part.
  stage("Preferences", "CTOML", "Platform", "Geometry"),

  // MARK: The programs.
  stage(
    "Viewer", "Preferences", "WindowDrawing", "Viewing", "Rendering", "FilterPanel", "Filters",
    "Text", "TilePlaces", "Decoding", "Fetching", "FetchProtocol", "Tiling", "Tiles",
    "ViewGeometry", "Zooming", "Gestures", "InputEvents", "Windowing", "Platform", "Geometry",
    "CPNG", "CZlib", "DecoderProtocol", "CLinux"),
  // `fresnel FILE`: without the parser, which every first picture would wait for.
  program("ViewerProgram", "Viewer", "Platform"),
  // What it becomes for options and commands.
  program(
    "Commands", "Viewer", "Preferences", "Filters", "Decoding", "Fetching", "Rendering",
    "Windowing", "Tiles", "CutPlan", "DecoderProtocol", "Platform", "Geometry", "CLinux",
    parser: [.product(name: "ArgumentParser", package: "swift-argument-parser")]),
  program("SamplePictures", "Platform", "CPNG", "CJPEG"),

  // MARK: Benchmarks.
  stage("BenchmarkSupport", "Fresnel", "Platform", path: "Benchmarks/Support"),
  // It draws by librsvg and poppler itself, to be compared; nobody installs it.
  program(
    "DocumentBenchmark", "BenchmarkSupport", "Fresnel", "TestSupport", "Platform", "Geometry",
    "CCairo", "CRsvg", "CPoppler", path: "Benchmarks/Documents"),
  program(
    "DrawingBenchmark", "BenchmarkSupport", "FresnelDrawing", "Fresnel", "Tiling", "Tiles",
    "Platform", "Geometry", "CCairo", path: "Benchmarks/Drawings"),
  program(
    "FilterBenchmark", "BenchmarkSupport", "Rendering", "Filters", "Tiles", "ViewGeometry",
    "Platform", "Geometry", path: "Benchmarks/Filters"),
  program(
    "MarkerBenchmark", "BenchmarkSupport", "Viewing", "Markers", "Providing", "Rendering",
    "Zooming", "Tiles", "ViewGeometry", "Platform", "Geometry", path: "Benchmarks/Markers"),
  program(
    "BenchmarkPictures", "Platform", "Geometry", "CPNG", "CJPEG", "CTIFF",
    path: "Benchmarks/Pictures"),
  program(
    "PictureFloor", "Platform", "Geometry", "CX11", "CPNG", "CJPEG", "CTIFF", "CWebP", "CGIF",
    path: "Benchmarks/PictureFloor"),
  program(
    "QuadFloor", "Graphics", "Windowing", "Platform", "Geometry", path: "Benchmarks/QuadFloor"),
  program(
    "ViewerBenchmark", "BenchmarkSupport", "FaultyServer", "TestSupport", "Platform", "Geometry",
    path: "Benchmarks/Viewers"),

  // MARK: Tests, and the programs that they need.
  // What the decoders' filter is compiled from, ahead and by the tests.
  stage("SystemCallRules", "DecoderProtocol", "CSeccomp", "CLinux"),
  program(
    "EvilDecoder", "DecoderProtocol", "FetchProtocol", "CutPlan", "Platform", "CLinux",
    "TilePlaces", "Tiles", "Geometry", path: "Tests/EvilDecoder"),
  program(
    "LockdownProbe", "DecoderKit", "DecoderProtocol", "Lockdown", "SystemCallRules", "Platform",
    "CLinux", "CSeccomp", "CAttempts", path: "Tests/LockdownProbe"),
  program("EmbeddingProbe", "Fresnel", "CX11", path: "Tests/EmbeddingProbe"),
  // What Scripts/documentation asks of public symbols' documentation.
  program("DocumentationCheck", path: "Tests/DocumentationCheck"),
  library("CAttempts", path: "Tests/CAttempts"),
  library("CWebPTools", "libwebp-dev", pkgConfig: "libwebpdemux", path: "Tests/CWebPTools"),
  stage("CEXRWriter", "COpenEXR", path: "Tests/CEXRWriter", links: ["OpenEXR", "Imath"]),
  library("CXTest", "libxtst-dev", pkgConfig: "xtst", path: "Tests/CXTest"),
  stage(
    "TestSupport", "Geometry", "Platform", "CLinux", "CX11", "CXTest", "CPNG",
    path: "Tests/TestSupport", isOptimized: true),
  stage("SeededNumbers", path: "Tests/SeededNumbers"),
  // A server of the web that commits every fault on request.
  stage("FaultyServer", "Platform", path: "Tests/FaultyServer"),
  tests("GeometryTests"),
  tests("PlatformTests", "CLinux"),
  tests(
    "WindowingTests", "WindowDrawing", "Viewing", "Rendering", "Windowing", "InputEvents", "CX11"),
  tests("GesturesTests", "Gestures", "InputEvents"),
  tests("ZoomingTests", "Zooming", "ViewGeometry", "InputEvents", "Gestures"),
  // A hundred thousand markers are compared with what looking at each of them gives.
  tests("MarkersTests", "Markers", "ViewGeometry", isOptimized: true),
  tests("TilingTests", "Tiling", "Tiles", "Zooming", "ViewGeometry"),
  tests("TilePlacesTests", "TilePlaces", "CutPlan", "Tiles"),
  // Whole pictures are compared, pixel by pixel.
  tests("CuttingTests", "Cutting", "CutPlan", "CJPEG", isOptimized: true),
  tests("DecoderProtocolTests", "DecoderProtocol", "TilePlaces", "Tiles"),
  tests(
    "DecodingTests", "Decoding", "Fetching", "EvilDecoder", "Providing", "Tiling", "TilePlaces",
    "Tiles", "DecoderProtocol"),
  tests(
    "FetchingTests", "FaultyServer", "Fetching", "FetchProtocol", "Fetcher", "EvilDecoder",
    "DecoderProtocol"),
  tests(
    "DecoderKitTests", "DecoderKit", "Lockdown", "SystemCallRules", "Resampling", "LockdownProbe",
    "CWideVectors", "DecoderProtocol", "Tiles", "CLCMS"),
  // Whole pictures are compared, pixel by pixel.
  tests("ProvidingTests", "Providing", "Tiling", "Tiles", "ViewGeometry", isOptimized: true),
  // Whole streams are compared, byte by byte.
  tests("InflateTests", "Inflate", "CISAL", "DecodePNG", isOptimized: true),
  tests(
    "DecoderTests", "CFITSIO", "CEXRWriter", "CJP2", "COpenSlide", "LockdownProbe", "Decoding",
    "TilePlaces", "DecoderProtocol", "CPNG", "CJPEG", "CTIFF", "CWebP", "CWebPTools", "CLinux",
    "CAVIF", "CHEIF", "CGIF", "CJXL", "Tiles", "CLCMS", "DecoderKit", "JPEGReading",
    others: decoders),
  tests("GraphicsTests", "Graphics"),
  tests(
    "RenderingTests", "Rendering", "Filters", "Graphics", "ShaderLibrary", "Windowing", "CX11",
    "Zooming", "Tiles", "ViewGeometry"),
  tests("FiltersTests", "Filters"),
  tests(
    "FilterSetTests", "Filters", "Rendering", "Zooming", "Tiles", "ViewGeometry",
    isOptimized: true),
  tests("FilterPanelTests", "FilterPanel", "Filters", "Text", "InputEvents"),
  tests("TextTests", "Text"),
  tests(
    "PreferencesTests", "Preferences", "Viewer", "ViewerProgram", "Commands", "Decoding", "Text",
    others: decoders),
  tests(
    "ViewingTests", "Viewing", "Markers", "Rendering", "Providing", "Decoding", "DecodePNG",
    "DecodeJPEG", "Filters", "Tiling", "Tiles", "Zooming", "ViewGeometry", "Gestures",
    "InputEvents", "DecoderProtocol"),
  tests(
    "FresnelTests", "Fresnel", "Viewing", "EmbeddingProbe", "DecodePNG", "DecodeTiles",
    "DecodeProfile", "CLCMS"),
  tests("DocumentationCheckTests", "DocumentationCheck"),
  // Whole views are compared with shapes, pixel by pixel.
  tests(
    "FresnelDrawingTests", "FresnelDrawing", "Outlines", "Fresnel", "Tiling", "Tiles", "CCairo",
    isOptimized: true),
  tests(
    "ViewerTests", "Viewer", "FilterPanel", "Filters", "Decoding", "Rendering", "Text", "Tiling",
    "Tiles", "DecoderProtocol", "Zooming", "ViewGeometry", "Gestures", "InputEvents"),
  tests("CommandsTests", "Commands", "CutPlan", "EvilDecoder", "Viewer"),
  // Whole screens are compared, pixel by pixel.
  tests(
    "EndToEnd", "Decoding", "Viewer", "ViewerProgram", "Commands", "Cutter", "DecodePNG",
    "DecodeJPEG", "DecodeTIFF", "DecodeGIF", "DecodeFITS", "DecodeTiles", "DecodeArchive",
    "DecodeProfile", "Fetcher", "FaultyServer", "EvilDecoder", "FilterPanel", "Filters",
    "TilePlaces", "InputEvents", "CLCMS", "CJPEG", isOptimized: true),
]

// What programs are called; decoders are named after their formats.
let programNames = [
  "ViewerProgram": "fresnel", "Commands": "fresnel-command", "Cutter": "fresnel-cut",
  "Fetcher": "fresnel-fetch", "SamplePictures": "fresnel-samples",
  "DocumentBenchmark": "fresnel-bench-documents", "DrawingBenchmark": "fresnel-bench-drawings",
  "FilterBenchmark": "fresnel-bench-filters", "MarkerBenchmark": "fresnel-bench-markers",
  "BenchmarkPictures": "fresnel-bench-pictures", "PictureFloor": "fresnel-bench-floor",
  "QuadFloor": "fresnel-bench-quad", "ViewerBenchmark": "fresnel-bench-viewers",
  "DocumentationCheck": "fresnel-check-documentation", "EvilDecoder": "fresnel-evil-decoder",
  "EmbeddingProbe": "fresnel-embedding-probe", "LockdownProbe": "fresnel-lockdown-probe",
]
let programs: [Product] = targets.filter { $0.type == .executable }.map { target in
  let name = programNames[target.name]
  return .executable(
    name: name ?? "fresnel-decode-\(target.name.dropFirst(6).lowercased())",
    targets: [target.name])
}

let package = Package(
  name: "Fresnel",
  products: [
    .library(name: "Fresnel", targets: ["Fresnel"]),
    .library(name: "FresnelDrawing", targets: ["FresnelDrawing"]),
  ] + programs,
  dependencies: [
    // The command line: options, help and usage errors.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // `swift package generate-documentation`, which Scripts/documentation calls.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: targets,
  swiftLanguageModes: [.v6]
)

// `Scripts/build` builds every program in one go, without the library, and without tests and
// benchmarks, for which more has to be installed.
if Context.environment["FRESNEL_BUILDS_PROGRAMS"] != nil {
  package.targets.removeAll { target in
    target.isTest || ["SystemCallRules", "Fresnel", "FresnelDrawing"].contains(target.name)
      || ["Tests/", "Benchmarks/"].contains { target.path?.hasPrefix($0) == true }
  }
  let names = Set(package.targets.map(\.name))
  package.products.removeAll { product in
    guard let program = product as? Product.Executable else { return true }
    return !names.isSuperset(of: program.targets)
  }
}

// `Scripts/sanitize` runs some of the tests.
if isSanitizing {
  for target in package.targets where ["DecoderKit", "DecoderTests"].contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + sanitizing
  }
  let kept =
    sanitized == "decoders" ? ["DecoderTests", "InflateTests"] : ["DecodingTests", "EndToEnd"]
  package.targets.removeAll { target in
    target.isTest && !kept.contains(target.name) || target.path?.hasPrefix("Benchmarks/") == true
  }
  let names = Set(package.targets.map(\.name))
  package.products.removeAll { product in
    guard let program = product as? Product.Executable else { return false }
    return !names.isSuperset(of: program.targets)
  }
}
