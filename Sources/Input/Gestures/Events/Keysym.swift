/// An X keysym: the meaning of a key.
public struct Keysym: RawRepresentable, Hashable, Sendable {
  /// X's number of the keysym.
  public let rawValue: UInt32
  /// Creates a keysym from X's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates the keysym of a character: its code point, plus 2²⁴ beyond Latin-1.
  public init(_ character: Unicode.Scalar) {
    rawValue = character.value + (character.value > 0xff ? 0x0100_0000 : 0)
  }

  /// The corresponding C constant is `XK_plus`.
  public static let plus = Keysym("+")
  /// The corresponding C constant is `XK_equal`: the plus key of most layouts, without Shift.
  public static let equal = Keysym("=")
  /// The corresponding C constant is `XK_minus`.
  public static let minus = Keysym("-")
  /// The corresponding C constant is `XK_underscore`: the minus key of most layouts, with Shift.
  public static let underscore = Keysym("_")
  /// The corresponding C constant is `XK_0`.
  public static let zero = Keysym("0")
  /// The corresponding C constant is `XK_1`.
  public static let one = Keysym("1")
  /// The corresponding C constant is `XK_question`.
  public static let question = Keysym("?")
  /// The corresponding C constant is `XK_space`.
  public static let space = Keysym(" ")
  /// The corresponding C constant is `XK_f`.
  public static let f = Keysym("f")
  /// The corresponding C constant is `XK_h`.
  public static let h = Keysym("h")
  /// The corresponding C constant is `XK_j`.
  public static let j = Keysym("j")
  /// The corresponding C constant is `XK_k`.
  public static let k = Keysym("k")
  /// The corresponding C constant is `XK_l`.
  public static let l = Keysym("l")
  /// The corresponding C constant is `XK_m`.
  public static let m = Keysym("m")
  /// The corresponding C constant is `XK_n`.
  public static let n = Keysym("n")
  /// The corresponding C constant is `XK_p`.
  public static let p = Keysym("p")
  /// The corresponding C constant is `XK_q`.
  public static let q = Keysym("q")
  /// The corresponding C constant is `XK_r`.
  public static let r = Keysym("r")
  /// The corresponding C constant is `XK_R`.
  public static let shiftR = Keysym("R")
  /// The corresponding C constant is `XK_BackSpace`.
  public static let backspace = Keysym(rawValue: 0xff08)
  /// The corresponding C constant is `XK_Tab`.
  public static let tab = Keysym(rawValue: 0xff09)
  /// The corresponding C constant is `XK_Return`.
  public static let enter = Keysym(rawValue: 0xff0d)
  /// The corresponding C constant is `XK_Escape`.
  public static let escape = Keysym(rawValue: 0xff1b)
  /// The corresponding C constant is `XK_Home`.
  public static let home = Keysym(rawValue: 0xff50)
  /// The corresponding C constant is `XK_Left`.
  public static let left = Keysym(rawValue: 0xff51)
  /// The corresponding C constant is `XK_Up`.
  public static let up = Keysym(rawValue: 0xff52)
  /// The corresponding C constant is `XK_Right`.
  public static let right = Keysym(rawValue: 0xff53)
  /// The corresponding C constant is `XK_Down`.
  public static let down = Keysym(rawValue: 0xff54)
  /// The corresponding C constant is `XK_Page_Up`.
  public static let pageUp = Keysym(rawValue: 0xff55)
  /// The corresponding C constant is `XK_Page_Down`.
  public static let pageDown = Keysym(rawValue: 0xff56)
  /// The corresponding C constant is `XK_End`.
  public static let end = Keysym(rawValue: 0xff57)
  /// The corresponding C constant is `XK_Insert`.
  public static let insert = Keysym(rawValue: 0xff63)
  /// The corresponding C constant is `XK_Menu`.
  public static let menu = Keysym(rawValue: 0xff67)
  /// The corresponding C constant is `XK_Delete`.
  public static let delete = Keysym(rawValue: 0xffff)
  /// The corresponding C constant is `XK_F1`.
  public static let f1 = Keysym(rawValue: 0xffbe)
  /// The corresponding C constant is `XK_F5`.
  public static let f5 = Keysym(rawValue: 0xffc2)
  /// The corresponding C constant is `XK_F10`.
  public static let f10 = Keysym(rawValue: 0xffc7)
  /// The corresponding C constant is `XK_F11`.
  public static let f11 = Keysym(rawValue: 0xffc8)

  /// For a key of the number pad, the same key of the main block.
  ///
  /// Plus, minus and the digits are used on the number pad, too.
  package var withoutKeypad: Keysym {
    switch rawValue {
    case 0xff80: .space
    case 0xff89: .tab
    case 0xff8d: .enter
    case 0xff95: .home
    case 0xff96...0xff99: Keysym(rawValue: rawValue - 0xff96 + 0xff51)
    case 0xff9a: .pageUp
    case 0xff9b: .pageDown
    case 0xff9c: .end
    case 0xff9e: .insert
    case 0xff9f: .delete
    // XK_KP_Multiply to XK_KP_9 follow ASCII from the asterisk to the nine.
    case 0xffaa...0xffb9: Keysym(rawValue: rawValue - 0xff80)
    case 0xffbd: .equal
    default: self
    }
  }

  /// True for Shift, Ctrl, Alt and other keys that only change others.
  package var isModifier: Bool {
    (0xffe1...0xffee).contains(rawValue) || (0xfe01...0xfe13).contains(rawValue)
      || rawValue == 0xff7e || rawValue == 0xff7f
  }

  /// True for the letters A to Z in either case.
  package var isLatinLetter: Bool {
    (0x41...0x5a).contains(rawValue) || (0x61...0x7a).contains(rawValue)
  }

  /// True for letters and signs beyond Latin-1, which no default key has.
  package var isForeignLetter: Bool {
    (0x100..<0xfe00).contains(rawValue) || (0x0100_0100..<0x0200_0000).contains(rawValue)
  }
}
