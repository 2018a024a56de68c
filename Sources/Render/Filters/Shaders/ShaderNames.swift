import Platform

/// The names that GLSL ES 3.00 and the filter interface reserve.
enum ShaderNames {
  /// Keywords and reserved words (The OpenGL ES Shading Language 3.00.6, 3.7).
  static let keywords = words(
    """
    const uniform layout centroid flat smooth break continue do for while switch case default if
    else in out inout float int void bool true false invariant discard return mat2 mat3 mat4 mat2x2
    mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4 vec2 vec3 vec4 ivec2 ivec3 ivec4 bvec2
    bvec3 bvec4 uint uvec2 uvec3 uvec4 lowp mediump highp precision sampler2D sampler3D samplerCube
    sampler2DShadow samplerCubeShadow sampler2DArray sampler2DArrayShadow isampler2D isampler3D
    isamplerCube isampler2DArray usampler2D usampler3D usamplerCube usampler2DArray struct
    attribute varying coherent volatile restrict readonly writeonly resource atomic_uint
    noperspective patch sample subroutine common partition active asm class union enum typedef
    template this goto inline noinline package static extern external interface long short double
    half fixed unsigned superp input output hvec2 hvec3 hvec4 dvec2 dvec3 dvec4 fvec2 fvec3 fvec4
    sampler3DRect filter image1D image2D image3D imageCube iimage1D iimage2D iimage3D iimageCube
    uimage1D uimage2D uimage3D uimageCube image1DArray image2DArray iimage1DArray iimage2DArray
    uimage1DArray uimage2DArray imageBuffer iimageBuffer uimageBuffer sampler1D sampler1DShadow
    sampler1DArray sampler1DArrayShadow isampler1D isampler1DArray usampler1D usampler1DArray
    sampler2DRect sampler2DRectShadow isampler2DRect usampler2DRect samplerBuffer isamplerBuffer
    usamplerBuffer sampler2DMS isampler2DMS usampler2DMS sampler2DMSArray isampler2DMSArray
    usampler2DMSArray sizeof cast namespace using
    """)

  /// Built-in functions (the same, 8).
  static let functions = words(
    """
    radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh pow exp log exp2
    log2 sqrt inversesqrt abs sign floor trunc round roundEven ceil fract mod modf min max clamp mix
    step smoothstep isnan isinf floatBitsToInt floatBitsToUint intBitsToFloat uintBitsToFloat
    packSnorm2x16 unpackSnorm2x16 packUnorm2x16 unpackUnorm2x16 packHalf2x16 unpackHalf2x16 length
    distance dot cross normalize faceforward reflect refract matrixCompMult outerProduct transpose
    determinant inverse lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual any all
    not textureSize texture textureProj textureLod textureOffset texelFetch texelFetchOffset
    textureProjOffset textureLodOffset textureProjLod textureProjLodOffset textureGrad
    textureGradOffset textureProjGrad textureProjGradOffset dFdx dFdy fwidth
    """)

  /// The names of the filter interface (Documentation/Filters.md).
  static let contract = words(
    """
    filter_color filter_image image_position image_size view_position zoom to_linear to_encoded
    luminance source source_premultiplied reach view_from_image image_from_view main
    """)

  /// Qualifiers that may precede a parameter's or a field's type.
  static let parameterQualifiers: Set<String> = ["const", "in", "lowp", "mediump", "highp"]

  /// Storage qualifiers, which tie a variable to something outside the text.
  static let storage: Set<String> = [
    "uniform", "in", "out", "inout", "attribute", "varying", "layout", "centroid", "flat", "smooth",
  ]

  /// Returns why a parameter can't have a name; `nil` if it can.
  static func objection(to name: String) -> String? {
    guard isIdentifier(name) else {
      return "is not made of letters, digits and _, or begins with a digit"
    }
    if name.hasPrefix("gl_") || name.containsBytes(of: "__") {
      return "is reserved in GLSL"
    }
    if keywords.contains(name) { return "is a keyword of GLSL" }
    if functions.contains(name) { return "is a function of GLSL" }
    if contract.contains(name) { return "has a meaning in every filter" }
    return nil
  }

  /// True if a text has the form of an identifier.
  static func isIdentifier(_ text: some StringProtocol) -> Bool {
    text.utf8.first?.startsName == true && text.utf8.allSatisfy(\.continuesName)
  }

  private static func words(_ text: String) -> Set<String> {
    Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
  }
}
