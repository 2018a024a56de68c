/// How light above the display's white is mapped into its range.
///
/// All three channels are multiplied by the same factor, which depends on the largest of them.
/// Pictures without light above white are unchanged.
public enum ToneMapping: String, Hashable, Sendable, CaseIterable {
  /// The curve of Report ITU-R BT.2390: dark and middle tones are unchanged, bright ones roll off
  /// to white.
  case bt2390
  /// Reinhard's curve: all tones are compressed, bright ones more.
  case reinhard
  /// Light above white is clipped.
  case clip
}
