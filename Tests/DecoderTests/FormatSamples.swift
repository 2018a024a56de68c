/// Small pictures of each format, for tests that treat all formats alike.
///
/// Each format's files stand in an extension of their own; two to five of them cover its kinds.
enum FormatSamples {}
