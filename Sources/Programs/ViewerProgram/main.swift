import Glibc
import Viewer

// `fresnel`: opens pictures that the command line names. All else than names is for the program
// with the parser, which this one becomes: so the first picture waits for none of its library.
do throws(UserError) {
  guard let plain = PlainWords(RawArguments.ofProcess.strings) else { throw becomeCommand() }
  ProgramStart.prepare()
  try ViewerSession.show(plain)
} catch {
  error.endProgram()
}
