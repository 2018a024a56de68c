/// Something that ends the program, with the sentence that the user reads.
struct UserError: Error, Hashable {
  /// The whole line, without the program's name.
  var sentence: String
  /// The exit status: 1 for what could not be opened, 2 for wrong usage.
  var status: Int32 = 1
}
