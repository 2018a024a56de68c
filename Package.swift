// swift-tools-version: 6.1
import PackageDescription

// What works on every pixel is optimised in debug builds too: it would take 800 ns for each of
// them, and tests open large pictures. A package with such flags can't be depended on by its
// version, so the project's own scripts ask for them, and other people's builds never see them.
let optimizesDebug = Context.environment["FRESNEL_OPTIMIZES_DEBUG"] != nil
let optimized: [SwiftSetting] =
  optimizesDebug ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []
let optimizedC: [CSetting] =
  optimizesDebug ? [.unsafeFlags(["-O2"], .when(configuration: .debug))] : []

// C that is optimised checks its copies against the memory that they go to; what is not optimised
// can't. How programs are linked is in Scripts/lib.sh, as those are flags of the kind above.
let fortify = ("_FORTIFY_SOURCE", "3")
let fortifiedC: [CSetting] =
  optimizesDebug
  ? optimizedC + [.define(fortify.0, to: fortify.1)]
  : [.define(fortify.0, to: fortify.1, .when(configuration: .release))]
let fortifiedCXX: [CXXSetting] = [
  .define(fortify.0, to: fortify.1, .when(configuration: .release))
]

// Targets stand in the order of the flow (Documentation/Architecture.md): a stage knows only the
// stages before it, and a cycle would not build.
let package = Package(
  name: "Fresnel",
  products: [
    .library(name: "Fresnel", targets: ["Fresnel"]),
    .library(name: "FresnelDrawing", targets: ["FresnelDrawing"]),
    .executable(name: "fresnel", targets: ["ViewerProgram"]),
    .executable(name: "fresnel-command", targets: ["Commands"]),
    .executable(name: "fresnel-decode-png", targets: ["DecodePNG"]),
    .executable(name: "fresnel-decode-jpeg", targets: ["DecodeJPEG"]),
    .executable(name: "fresnel-decode-tiff", targets: ["DecodeTIFF"]),
    .executable(name: "fresnel-decode-webp", targets: ["DecodeWebP"]),
    .executable(name: "fresnel-decode-avif", targets: ["DecodeAVIF"]),
    .executable(name: "fresnel-decode-heic", targets: ["DecodeHEIC"]),
    .executable(name: "fresnel-decode-gif", targets: ["DecodeGIF"]),
    .executable(name: "fresnel-decode-jxl", targets: ["DecodeJXL"]),
    .executable(name: "fresnel-decode-svg", targets: ["DecodeSVG"]),
    .executable(name: "fresnel-decode-pdf", targets: ["DecodePDF"]),
    .executable(name: "fresnel-decode-djvu", targets: ["DecodeDjVu"]),
    .executable(name: "fresnel-decode-classic", targets: ["DecodeClassic"]),
    .executable(name: "fresnel-decode-fits", targets: ["DecodeFITS"]),
    .executable(name: "fresnel-decode-jp2", targets: ["DecodeJP2"]),
    .executable(name: "fresnel-decode-exr", targets: ["DecodeEXR"]),
    .executable(name: "fresnel-decode-raw", targets: ["DecodeRaw"]),
    .executable(name: "fresnel-decode-slide", targets: ["DecodeSlide"]),
    .executable(name: "fresnel-decode-tiles", targets: ["DecodeTiles"]),
    .executable(name: "fresnel-decode-archive", targets: ["DecodeArchive"]),
    .executable(name: "fresnel-decode-profile", targets: ["DecodeProfile"]),
    .executable(name: "fresnel-cut", targets: ["Cutter"]),
    .executable(name: "fresnel-fetch", targets: ["Fetcher"]),
    .executable(name: "fresnel-bench-documents", targets: ["DocumentBenchmark"]),
    .executable(name: "fresnel-bench-drawings", targets: ["DrawingBenchmark"]),
    .executable(name: "fresnel-bench-filters", targets: ["FilterBenchmark"]),
    .executable(name: "fresnel-bench-markers", targets: ["MarkerBenchmark"]),
    .executable(name: "fresnel-bench-pictures", targets: ["BenchmarkPictures"]),
    .executable(name: "fresnel-bench-floor", targets: ["PictureFloor"]),
    .executable(name: "fresnel-bench-quad", targets: ["QuadFloor"]),
    .executable(name: "fresnel-bench-viewers", targets: ["ViewerBenchmark"]),
    .executable(name: "fresnel-samples", targets: ["SamplePictures"]),
    .executable(name: "fresnel-check-documentation", targets: ["DocumentationCheck"]),
    .executable(name: "fresnel-evil-decoder", targets: ["EvilDecoder"]),
    .executable(name: "fresnel-embedding-probe", targets: ["EmbeddingProbe"]),
    .executable(name: "fresnel-lockdown-probe", targets: ["LockdownProbe"]),
  ],
  dependencies: [
    // The command line: options, help and usage errors.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // `swift package generate-documentation`, which Scripts/documentation calls.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    // MARK: C libraries: module maps and shims, only what Swift cannot see.
    .systemLibrary(
      name: "CX11", pkgConfig: "x11 xext xi xrandr",
      providers: [.apt(["libx11-dev", "libxext-dev", "libxi-dev", "libxrandr-dev"])]),
    .systemLibrary(
      name: "CGLES", pkgConfig: "egl glesv2",
      providers: [.apt(["libegl1-mesa-dev", "libgles2-mesa-dev"])]),
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo",
      providers: [.apt(["libcairo2-dev", "libpango1.0-dev"])]),
    // The decoder of SVG, which pkg-config would hand flags that Swift refuses.
    .systemLibrary(
      name: "CFontconfig", providers: [.apt(["libfontconfig-dev", "libglib2.0-dev"])]),
    .systemLibrary(name: "CDjVu", providers: [.apt(["libdjvulibre-dev"])]),
    .systemLibrary(name: "CPoppler", providers: [.apt(["libpoppler-glib-dev"])]),
    .systemLibrary(
      name: "CRsvg", providers: [.apt(["librsvg2-dev"])]),
    // Not by pkg-config: it names a flag that Swift refuses with a warning.
    .systemLibrary(name: "CLCMS", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(name: "CTIFF", pkgConfig: "libtiff-4", providers: [.apt(["libtiff-dev"])]),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CAVIF", providers: [.apt(["libavif-dev"])]),
    .systemLibrary(name: "CHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
    .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CZip", providers: [.apt(["libzip-dev"])]),
    .systemLibrary(name: "CJansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(name: "CGIF", providers: [.apt(["libgif-dev"])]),
    // Not by pkg-config: it names a flag that Swift refuses with a warning.
    .systemLibrary(name: "CJXL", providers: [.apt(["libjxl-dev"])]),
    .systemLibrary(name: "CFITSIO", pkgConfig: "cfitsio", providers: [.apt(["libcfitsio-dev"])]),
    .systemLibrary(name: "CJP2", pkgConfig: "libopenjp2", providers: [.apt(["libopenjp2-7-dev"])]),
    // Not by OpenEXR's own, which names a flag that Swift refuses with a warning.
    .systemLibrary(name: "COpenEXR", pkgConfig: "Imath", providers: [.apt(["libopenexr-dev"])]),
    // Not by LibRaw's own, which names a flag that Swift refuses.
    .systemLibrary(name: "CLibRaw", providers: [.apt(["libraw-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CLZ4", pkgConfig: "liblz4", providers: [.apt(["liblz4-dev"])]),
    .systemLibrary(
      name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(
      name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev", "zlib1g-dev"])]),
    // What comes over the network, in a program of its own. Not by pkg-config, as above.
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CLinux"),
    .target(name: "CTOML", cxxSettings: fortifiedCXX),
    .target(name: "CXErrors", dependencies: ["CX11"], cSettings: fortifiedC),
    .target(
      name: "CWideVectors",
      cSettings: fortifiedC),
    .target(name: "CPNG", cSettings: fortifiedC, linkerSettings: [.linkedLibrary("png16")]),
    // OpenEXR speaks C++ only.
    .target(
      name: "CEXR", dependencies: ["COpenEXR"], cxxSettings: fortifiedCXX,
      linkerSettings: [.linkedLibrary("OpenEXR")]),
    // LibRaw reads from a stream in C++ only.
    .target(
      name: "CRaw", dependencies: ["CLibRaw"], cxxSettings: fortifiedCXX,
      linkerSettings: [.linkedLibrary("raw_r")]),
    .target(name: "CJPEG", cSettings: fortifiedC, linkerSettings: [.linkedLibrary("jpeg")]),
    .systemLibrary(
      name: "COpenSlide", pkgConfig: "openslide",
      providers: [.apt(["libopenslide-dev", "libsqlite3-dev"])]),
    // Answers the calls by which OpenSlide opens files. No test may depend on a program that has
    // it.
    .target(
      name: "CSlideFiles", cSettings: fortifiedC,
      linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("cairo")]),

    // MARK: What every stage stands on.
    .target(name: "Geometry", linkerSettings: [.linkedLibrary("m")]),
    .target(name: "Platform", dependencies: ["CLinux"]),

    // MARK: The flow, window thread.
    .target(name: "InputEvents", dependencies: ["Geometry"]),
    .target(
      name: "Windowing", dependencies: ["CX11", "CXErrors", "InputEvents", "Geometry", "Platform"]),
    .target(name: "Gestures", dependencies: ["InputEvents", "Geometry"]),
    .target(name: "ViewGeometry", dependencies: ["Geometry"]),
    .target(
      name: "Zooming", dependencies: ["ViewGeometry", "Gestures", "InputEvents", "Geometry"]),
    .target(name: "Tiles", dependencies: ["Platform", "Geometry"]),
    .target(name: "Tiling", dependencies: ["Tiles", "ViewGeometry", "Platform", "Geometry"]),
    .target(
      name: "Resampling", dependencies: ["Tiles", "Geometry", "CWideVectors"],
      swiftSettings: optimized),
    .target(
      name: "Providing", dependencies: ["Tiling", "Tiles", "Resampling", "Platform", "Geometry"]),
    // Outlines in Double: kept near the pixels, cut into dashes, widened to lines.
    .target(name: "Outlines", dependencies: ["Geometry"], swiftSettings: optimized),
    // Where the tiles of described pictures are: Deep Zoom, Zoomify, IIIF, templates.
    .target(name: "TilePlaces", dependencies: ["Tiles", "Geometry", "Platform"]),
    .target(name: "DecoderProtocol", dependencies: ["TilePlaces", "Tiles", "Geometry"]),
    // What the viewer and the process that fetches say to each other; its bytes are as a decoder's.
    .target(name: "FetchProtocol", dependencies: ["DecoderProtocol"]),
    // The viewer's end of it.
    .target(name: "Fetching", dependencies: ["FetchProtocol", "DecoderProtocol", "Platform"]),
    .target(
      name: "Decoding",
      dependencies: [
        "Fetching", "FetchProtocol",
        "Providing", "Tiling", "TilePlaces", "Tiles", "DecoderProtocol", "Platform", "Geometry",
        "CLinux",
      ]),

    // MARK: The decoder processes.
    // How a process takes its own rights away.
    .target(name: "Lockdown", dependencies: ["Platform", "CLinux"]),
    .target(
      name: "DecoderKit",
      dependencies: [
        "DecoderProtocol", "Lockdown", "Resampling", "TilePlaces", "Tiles", "Platform", "Geometry",
        "CLCMS",
        "CLZ4", "CLinux",
      ],
      swiftSettings: optimized),
    // Answers zlib's calls; nothing imports it, it only has to be linked.
    .target(name: "Inflate", dependencies: ["CISAL"]),
    .executableTarget(
      name: "DecodePNG",
      dependencies: [
        "DecoderKit", "Resampling", "CPNG", "Inflate", "DecoderProtocol", "Geometry",
      ],
      path: "Sources/Decoders/PNG",
      swiftSettings: optimized),
    .target(name: "XMLReading", dependencies: ["CExpat"]),
    .target(
      name: "JP2Reading",
      dependencies: ["DecoderKit", "Resampling", "CJP2", "DecoderProtocol", "Geometry"],
      swiftSettings: optimized),
    // libjpeg in Swift, for JPEG files and for the pictures in those of cameras.
    .target(
      name: "JPEGReading",
      dependencies: ["DecoderKit", "CJPEG", "DecoderProtocol", "Platform", "Geometry"]),
    .executableTarget(
      name: "DecodeJPEG",
      dependencies: [
        "DecoderKit", "JPEGReading", "Platform", "Resampling", "CJPEG", "DecoderProtocol", "Tiles",
        "Geometry", "XMLReading",
      ],
      path: "Sources/Decoders/JPEG",
      // A gain map is applied to every pixel.
      swiftSettings: optimized),
    .executableTarget(
      name: "DecodeTIFF",
      dependencies: [
        "DecoderKit", "JP2Reading", "Resampling", "CTIFF", "XMLReading", "DecoderProtocol",
        "Platform", "Geometry",
      ],
      path: "Sources/Decoders/TIFF"),
    .executableTarget(
      name: "DecodeWebP",
      dependencies: [
        "DecoderKit", "Resampling", "CWebP", "DecoderProtocol", "Platform", "Geometry",
      ],
      path: "Sources/Decoders/WebP"),
    .executableTarget(
      name: "DecodeAVIF",
      dependencies: [
        "DecoderKit", "Resampling", "CAVIF", "DecoderProtocol", "Tiles", "Geometry", "Platform",
      ],
      path: "Sources/Decoders/AVIF",
      swiftSettings: optimized),
    .executableTarget(
      name: "DecodeHEIC",
      dependencies: [
        "DecoderKit", "Resampling", "CHEIF", "DecoderProtocol", "Geometry",
      ],
      path: "Sources/Decoders/HEIC",
      swiftSettings: optimized),
    .executableTarget(
      name: "DecodeGIF",
      dependencies: [
        "DecoderKit", "Resampling", "CGIF", "DecoderProtocol", "Geometry",
      ],
      path: "Sources/Decoders/GIF",
      swiftSettings: optimized),
    .executableTarget(
      name: "DecodeJXL",
      dependencies: [
        "DecoderKit", "Resampling", "CJXL", "DecoderProtocol", "Platform", "Geometry",
      ],
      path: "Sources/Decoders/JXL",
      swiftSettings: optimized),
    .executableTarget(
      name: "DecodeDjVu",
      dependencies: [
        "DecoderKit", "Resampling", "CDjVu", "DecoderProtocol", "Platform", "Geometry",
      ],
      path: "Sources/Decoders/DjVu"),
    // Old formats in bounds-checked Swift.
    .executableTarget(
      name: "DecodeClassic",
      dependencies: [
        "DecoderKit", "Resampling", "CPNG", "CJPEG", "Inflate", "CISAL", "DecoderProtocol",
        "Geometry", "Tiles",
      ],
      path: "Sources/Decoders/Classic",
      swiftSettings: optimized),
    .executableTarget(
      name: "DecodeFITS",
      dependencies: [
        "DecoderKit", "Resampling", "CFITSIO", "DecoderProtocol", "Geometry", "Platform",
      ],
      path: "Sources/Decoders/FITS",
      swiftSettings: optimized),
    .executableTarget(
      name: "DecodeJP2",
      dependencies: [
        "DecoderKit", "JP2Reading", "Resampling", "CJP2", "DecoderProtocol", "Geometry",
      ],
      path: "Sources/Decoders/JP2",
      swiftSettings: optimized),
    .executableTarget(
      name: "DecodeEXR",
      dependencies: [
        "DecoderKit", "Resampling", "CEXR", "CWideVectors", "DecoderProtocol", "Geometry",
      ],
      path: "Sources/Decoders/EXR",
      swiftSettings: optimized),
    .executableTarget(
      name: "DecodeRaw",
      dependencies: [
        "DecoderKit", "JPEGReading", "Resampling", "CRaw", "DecoderProtocol", "Platform",
        "Geometry",
      ],
      path: "Sources/Decoders/Raw",
      swiftSettings: optimized),
    .executableTarget(
      name: "DecodeSlide",
      dependencies: [
        "DecoderKit", "Resampling", "COpenSlide", "CSlideFiles", "DecoderProtocol", "Platform",
        "Geometry",
      ],
      path: "Sources/Decoders/Slide",
      swiftSettings: optimized,
      // OpenSlide is to find the program's own functions, not the system's.
      linkerSettings: [
        .unsafeFlags(
          ["fopen", "g_file_test", "cairo_create"].flatMap {
            ["-Xlinker", "--export-dynamic-symbol=\($0)"]
          })
      ]),
    // Reads descriptions of tiles, no pixels.
    .executableTarget(
      name: "DecodeTiles",
      dependencies: [
        "DecoderKit", "TilePlaces", "DecoderProtocol", "Geometry", "Platform", "XMLReading",
        "CExpat", "CJansson",
      ],
      path: "Sources/Decoders/Tiles"),
    // libzip brings OpenSSL along, which takes longer to load than reading a description.
    .executableTarget(
      name: "DecodeArchive",
      dependencies: ["DecoderKit", "DecoderProtocol", "CZip"],
      path: "Sources/Decoders/Archive"),
    // Reads profiles of media, no pixels.
    .executableTarget(
      name: "DecodeProfile", dependencies: ["DecoderKit", "CLCMS"],
      path: "Sources/Decoders/Profile"),

    // MARK: Cutting pictures into tiles.
    // Levels, names and messages: what the viewer's program and the cutting process share.
    .target(name: "CutPlan", dependencies: ["Geometry"]),
    // Rows in, encoded tiles out.
    .target(
      name: "Cutting",
      dependencies: [
        "CutPlan", "Resampling", "Tiles", "Platform", "Geometry", "CJPEG", "CPNG", "CWebP",
      ],
      swiftSettings: optimized),
    // Locked down as decoders are.
    .executableTarget(
      name: "Cutter",
      dependencies: ["Cutting", "CutPlan", "DecoderKit", "DecoderProtocol", "Platform"]),

    // The process that speaks with servers, and parses nothing but HTTP.
    .executableTarget(
      name: "Fetcher",
      dependencies: [
        "FetchProtocol", "DecoderProtocol", "Lockdown", "Platform", "CCurl", "CLinux",
      ]),

    // Answers cairo's calls for libraries that draw documents; it only has to be linked and set up.
    // No test may depend on a program that has it: all tests are one program, where FresnelDrawing
    // calls cairo itself.
    .target(
      name: "CairoClamp", dependencies: ["Outlines", "Geometry", "CCairo"],
      swiftSettings: optimized),
    .executableTarget(
      name: "DecodeSVG",
      dependencies: [
        "DecoderKit", "CairoClamp", "DocumentFonts", "CRsvg", "CCairo", "XMLReading",
        "DecoderProtocol", "Platform",
        "Tiles", "Geometry",
      ],
      path: "Sources/Decoders/SVG"),
    // The system's fonts, for what draws documents.
    .target(name: "DocumentFonts", dependencies: ["CFontconfig"]),
    .executableTarget(
      name: "DecodePDF",
      dependencies: [
        "DecoderKit", "CairoClamp", "DocumentFonts", "CPoppler", "CCairo", "DecoderProtocol",
        "Geometry",
      ],
      path: "Sources/Decoders/PDF"),

    // MARK: Upload and rendering.
    .target(name: "Graphics", dependencies: ["CGLES", "CX11", "CXErrors", "Platform", "Geometry"]),
    .target(
      name: "ShaderLibrary", path: "Shaders",
      resources: [
        .embedInCode("backdrop.frag"), .embedInCode("chain.frag"),
        .embedInCode("filter-prelude.frag"), .embedInCode("filter-source.frag"),
        .embedInCode("filters"), .embedInCode("image.frag"), .embedInCode("light.frag"),
        .embedInCode("sprite.vert"), .embedInCode("tile.frag"), .embedInCode("tile.vert"),
      ]),
    .target(name: "Filters", dependencies: ["ShaderLibrary", "Platform"]),
    .target(name: "Text", dependencies: ["Platform", "Geometry"]),
    .target(
      name: "Rendering",
      dependencies: [
        "Filters", "Graphics", "ShaderLibrary", "Tiles", "ViewGeometry", "Platform", "Geometry",
      ]),
    .target(
      name: "FilterPanel",
      dependencies: ["Filters", "Text", "InputEvents", "Platform", "Geometry"]),

    // MARK: The view: sources in, frames out.
    .target(name: "Markers", dependencies: ["ViewGeometry", "Geometry"]),
    .target(
      name: "Viewing",
      dependencies: [
        "Markers", "Rendering", "Filters", "Text", "Tiling", "Tiles", "Zooming", "ViewGeometry",
        "Gestures",
        "InputEvents", "Platform", "Geometry",
      ]),

    // What draws a view in a window.
    .target(
      name: "WindowDrawing",
      dependencies: ["Viewing", "Rendering", "Windowing", "Platform", "Geometry"]),

    // MARK: The library: the view in other people's programs.
    .target(
      name: "Fresnel",
      dependencies: [
        "WindowDrawing", "Viewing", "Markers", "Rendering", "Decoding", "DecoderProtocol",
        "Fetching", "Providing", "TilePlaces", "Filters",
        "Tiling", "Tiles", "Zooming", "ViewGeometry", "Gestures", "InputEvents", "Windowing",
        "Platform",
        "Geometry",
      ]),

    // Drawings as sources of tiles: the only library that links cairo.
    .target(
      name: "FresnelDrawing",
      dependencies: [
        "Providing", "Tiling", "Tiles", "Outlines", "Platform", "Geometry", "CCairo",
      ],
      swiftSettings: optimized),

    // MARK: What people set; the program hands each stage its part.
    .target(name: "Preferences", dependencies: ["CTOML", "Platform", "Geometry"]),

    // MARK: The programs.
    .target(
      name: "Viewer",
      dependencies: [
        "Preferences", "WindowDrawing", "Viewing", "Rendering", "FilterPanel", "Filters", "Text",
        "TilePlaces", "Decoding", "Fetching", "FetchProtocol",
        "Tiling", "Tiles", "ViewGeometry", "Zooming", "Gestures", "InputEvents", "Windowing",
        "Platform", "Geometry", "CPNG", "CZlib", "DecoderProtocol", "CLinux",
      ]),
    // `fresnel FILE`: without the parser, which every first picture would wait for.
    .executableTarget(name: "ViewerProgram", dependencies: ["Viewer", "Platform"]),
    // What it becomes for options and commands.
    .executableTarget(
      name: "Commands",
      dependencies: [
        "Viewer", "Preferences", "Filters", "Decoding", "Fetching", "Rendering", "Windowing",
        "Tiles", "CutPlan", "DecoderProtocol", "Platform", "Geometry", "CLinux",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "SamplePictures", dependencies: ["Platform", "CPNG", "CJPEG"]),

    // MARK: Benchmarks.
    .target(
      name: "BenchmarkSupport", dependencies: ["Fresnel", "Platform"], path: "Benchmarks/Support"),
    // It draws by librsvg and poppler itself, to be compared; nobody installs it.
    .executableTarget(
      name: "DocumentBenchmark",
      dependencies: [
        "BenchmarkSupport", "Fresnel", "TestSupport", "Platform", "Geometry", "CCairo", "CRsvg",
        "CPoppler",
      ],
      path: "Benchmarks/Documents"),
    .executableTarget(
      name: "DrawingBenchmark",
      dependencies: [
        "BenchmarkSupport", "FresnelDrawing", "Fresnel", "Tiling", "Tiles", "Platform", "Geometry",
        "CCairo",
      ],
      path: "Benchmarks/Drawings"),
    .executableTarget(
      name: "FilterBenchmark",
      dependencies: [
        "BenchmarkSupport", "Rendering", "Filters", "Tiles", "ViewGeometry", "Platform", "Geometry",
      ],
      path: "Benchmarks/Filters"),
    .executableTarget(
      name: "MarkerBenchmark",
      dependencies: [
        "BenchmarkSupport", "Viewing", "Markers", "Providing", "Rendering", "Zooming", "Tiles",
        "ViewGeometry",
        "Platform", "Geometry",
      ],
      path: "Benchmarks/Markers"),
    .executableTarget(
      name: "BenchmarkPictures", dependencies: ["Platform", "Geometry", "CPNG", "CJPEG", "CTIFF"],
      path: "Benchmarks/Pictures"),
    .executableTarget(
      name: "PictureFloor",
      dependencies: [
        "Platform", "Geometry", "CX11", "CPNG", "CJPEG", "CTIFF", "CWebP", "CGIF",
      ],
      path: "Benchmarks/PictureFloor"),
    .executableTarget(
      name: "QuadFloor", dependencies: ["Graphics", "Windowing", "Platform", "Geometry"],
      path: "Benchmarks/QuadFloor"),
    .executableTarget(
      name: "ViewerBenchmark",
      dependencies: [
        "BenchmarkSupport", "FaultyServer", "TestSupport", "Platform", "Geometry",
      ],
      path: "Benchmarks/Viewers"),

    // MARK: Tests, and the programs that they need.
    // What the decoders' filter is compiled from, ahead and by the tests.
    .target(name: "SystemCallRules", dependencies: ["DecoderProtocol", "CSeccomp", "CLinux"]),
    .executableTarget(
      name: "EvilDecoder",
      dependencies: [
        "DecoderProtocol", "FetchProtocol", "CutPlan", "Platform", "CLinux", "TilePlaces", "Tiles",
        "Geometry",
      ],
      path: "Tests/EvilDecoder"),
    .executableTarget(
      name: "LockdownProbe",
      dependencies: [
        "DecoderKit", "DecoderProtocol", "Lockdown", "SystemCallRules", "Platform", "CLinux",
        "CSeccomp", "CAttempts",
      ],
      path: "Tests/LockdownProbe"),
    .executableTarget(
      name: "EmbeddingProbe", dependencies: ["Fresnel", "CX11"], path: "Tests/EmbeddingProbe"),
    // What Scripts/documentation asks of public symbols' documentation.
    .executableTarget(name: "DocumentationCheck", path: "Tests/DocumentationCheck"),
    .systemLibrary(name: "CAttempts", path: "Tests/CAttempts"),
    .systemLibrary(
      name: "CWebPTools", path: "Tests/CWebPTools", pkgConfig: "libwebpdemux",
      providers: [.apt(["libwebp-dev"])]),
    .target(
      name: "CEXRWriter", dependencies: ["COpenEXR"], path: "Tests/CEXRWriter",
      linkerSettings: [.linkedLibrary("OpenEXR"), .linkedLibrary("Imath")]),
    .systemLibrary(
      name: "CXTest", path: "Tests/CXTest", pkgConfig: "xtst",
      providers: [.apt(["libxtst-dev"])]),
    .target(
      name: "TestSupport",
      dependencies: ["Geometry", "Platform", "CLinux", "CX11", "CXTest", "CPNG"],
      path: "Tests/TestSupport",
      swiftSettings: optimized),
    .target(name: "SeededNumbers", path: "Tests/SeededNumbers"),
    // A server of the web that commits every fault on request.
    .target(name: "FaultyServer", dependencies: ["Platform"], path: "Tests/FaultyServer"),
    .testTarget(name: "GeometryTests", dependencies: ["Geometry"]),
    .testTarget(name: "PlatformTests", dependencies: ["Platform", "CLinux"]),
    .testTarget(
      name: "WindowingTests",
      dependencies: [
        "SeededNumbers", "WindowDrawing", "Viewing", "Rendering", "Windowing", "TestSupport",
        "InputEvents", "Platform", "Geometry", "CX11",
      ]),
    .testTarget(
      name: "GesturesTests",
      dependencies: [
        "Gestures", "InputEvents", "Geometry",
      ]),
    .testTarget(
      name: "ZoomingTests",
      dependencies: [
        "SeededNumbers", "Zooming", "ViewGeometry", "InputEvents", "Gestures", "Geometry",
      ]),
    // A hundred thousand markers are compared with what looking at each of them gives.
    .testTarget(
      name: "MarkersTests",
      dependencies: ["SeededNumbers", "Markers", "ViewGeometry", "Geometry"],
      swiftSettings: [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    .testTarget(
      name: "TilingTests",
      dependencies: [
        "SeededNumbers", "Tiling", "Tiles", "Zooming", "ViewGeometry", "Geometry",
      ]),
    .testTarget(
      name: "TilePlacesTests",
      dependencies: ["SeededNumbers", "TilePlaces", "CutPlan", "Tiles", "Geometry"]),
    .testTarget(
      name: "CuttingTests",
      dependencies: [
        "SeededNumbers", "Cutting", "CutPlan", "TestSupport", "Platform", "Geometry", "CJPEG",
      ],
      // Whole pictures are compared, pixel by pixel.
      swiftSettings: optimized),
    .testTarget(
      name: "DecoderProtocolTests",
      dependencies: [
        "SeededNumbers", "DecoderProtocol", "TilePlaces", "Tiles", "TestSupport", "Geometry",
      ]),
    .testTarget(
      name: "DecodingTests",
      dependencies: [
        "SeededNumbers", "Decoding", "Fetching", "EvilDecoder", "TestSupport", "Providing",
        "Tiling",
        "TilePlaces", "Tiles", "DecoderProtocol", "Platform", "Geometry",
      ]),
    .testTarget(
      name: "FetchingTests",
      dependencies: [
        "SeededNumbers", "FaultyServer", "Fetching", "FetchProtocol", "Fetcher", "EvilDecoder",
        "TestSupport", "DecoderProtocol",
        "Platform",
      ]),
    .testTarget(
      name: "DecoderKitTests",
      dependencies: [
        "SeededNumbers", "DecoderKit", "Lockdown", "SystemCallRules", "Resampling",
        "LockdownProbe",
        "TestSupport", "CWideVectors", "DecoderProtocol", "Tiles", "Platform", "Geometry", "CLCMS",
      ]),
    .testTarget(
      name: "ProvidingTests",
      dependencies: [
        "SeededNumbers", "Providing", "Tiling", "Tiles", "ViewGeometry", "Platform", "Geometry",
      ],
      // Whole pictures are compared, pixel by pixel.
      swiftSettings: optimized),
    // Whole streams are compared, byte by byte.
    .testTarget(
      name: "InflateTests",
      dependencies: ["SeededNumbers", "Inflate", "CISAL", "DecodePNG", "TestSupport"],
      swiftSettings: optimized),
    .testTarget(
      name: "DecoderTests",
      dependencies: [
        "SeededNumbers", "DecodePNG", "DecodeJPEG", "DecodeTIFF", "DecodeWebP", "DecodeAVIF",
        "DecodeHEIC", "DecodeGIF", "DecodeJXL", "DecodeDjVu", "DecodeClassic",
        "DecodeFITS", "CFITSIO", "DecodeJP2", "DecodeEXR", "DecodeRaw",
        "DecodeTiles", "DecodeArchive", "DecodeProfile", "CEXRWriter",
        "CJP2",
        "COpenSlide", "LockdownProbe", "TestSupport", "Decoding",
        "TilePlaces", "DecoderProtocol", "Platform", "Geometry", "CPNG", "CJPEG", "CTIFF", "CWebP",
        "CWebPTools",
        "CLinux", "CAVIF", "CHEIF", "CGIF", "CJXL", "Tiles", "CLCMS", "DecoderKit", "JPEGReading",
      ]),
    .testTarget(name: "GraphicsTests", dependencies: ["Graphics", "Geometry"]),
    .testTarget(
      name: "RenderingTests",
      dependencies: [
        "SeededNumbers", "Rendering", "Filters", "Graphics", "ShaderLibrary", "Windowing", "CX11",
        "Zooming", "Tiles", "ViewGeometry", "Platform", "Geometry",
      ]),
    .testTarget(name: "FiltersTests", dependencies: ["SeededNumbers", "Filters", "TestSupport"]),
    .testTarget(
      name: "FilterSetTests",
      dependencies: [
        "SeededNumbers", "Filters", "Rendering", "Zooming", "Tiles", "ViewGeometry", "Platform",
        "Geometry",
      ],
      swiftSettings: optimized),
    .testTarget(
      name: "FilterPanelTests",
      dependencies: [
        "SeededNumbers", "FilterPanel", "Filters", "Text", "InputEvents", "Geometry",
      ]),
    .testTarget(
      name: "TextTests",
      dependencies: [
        "Text", "Platform", "Geometry",
      ]),
    .testTarget(
      name: "PreferencesTests",
      dependencies: [
        "SeededNumbers", "Preferences", "Viewer", "ViewerProgram", "Commands", "Decoding", "Text",
        "Geometry", "Platform", "TestSupport",
        "DecodePNG", "DecodeJPEG", "DecodeTIFF", "DecodeWebP", "DecodeGIF", "DecodeAVIF",
        "DecodeHEIC", "DecodeJXL", "DecodeDjVu", "DecodeClassic",
        "DecodeFITS", "DecodeJP2", "DecodeEXR", "DecodeRaw", "DecodeTiles",
        "DecodeArchive", "DecodeProfile",
      ]),
    .testTarget(
      name: "ViewingTests",
      dependencies: [
        "SeededNumbers", "Viewing", "Markers", "Rendering", "Providing", "Decoding", "DecodePNG",
        "DecodeJPEG", "TestSupport", "Filters", "Tiling", "Tiles", "Zooming", "ViewGeometry",
        "Gestures",
        "InputEvents", "Platform", "Geometry", "DecoderProtocol",
      ]),
    .testTarget(
      name: "FresnelTests",
      dependencies: [
        "Fresnel", "Viewing", "EmbeddingProbe", "DecodePNG", "DecodeTiles", "DecodeProfile",
        "TestSupport", "Platform", "Geometry", "CLCMS",
      ]),
    .testTarget(name: "DocumentationCheckTests", dependencies: ["DocumentationCheck"]),
    // Whole views are compared with shapes, pixel by pixel.
    .testTarget(
      name: "FresnelDrawingTests",
      dependencies: [
        "FresnelDrawing", "Outlines", "Fresnel", "SeededNumbers", "Tiling", "Tiles", "Platform",
        "Geometry",
        "CCairo",
      ],
      swiftSettings: optimized),
    .testTarget(
      name: "ViewerTests",
      dependencies: [
        "SeededNumbers", "Viewer", "FilterPanel", "Filters", "TestSupport", "Decoding", "Rendering",
        "Text", "Tiling", "Tiles", "DecoderProtocol", "Zooming", "ViewGeometry", "Gestures",
        "InputEvents", "Platform", "Geometry",
      ]),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "Commands", "CutPlan", "EvilDecoder", "TestSupport", "Viewer", "Platform", "Geometry",
      ]),
    .testTarget(
      name: "EndToEnd",
      dependencies: [
        "SeededNumbers", "Decoding", "Viewer", "ViewerProgram", "Commands", "Cutter", "DecodePNG",
        "DecodeJPEG",
        "DecodeTIFF", "DecodeGIF",
        "DecodeFITS", "DecodeTiles", "DecodeArchive", "DecodeProfile", "Fetcher", "FaultyServer",
        "EvilDecoder",
        "TestSupport",
        "FilterPanel",
        "Filters", "TilePlaces",
        "Geometry", "Platform", "InputEvents", "CLCMS", "CJPEG",
      ],
      // Whole screens are compared, pixel by pixel.
      swiftSettings: optimized),
  ],
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
