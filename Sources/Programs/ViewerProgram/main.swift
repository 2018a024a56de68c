import Glibc
import Viewer

// `fresnel`: opens the pictures named on the command line. For anything but names, the program with
// the parser is executed in its place, so the first picture does not wait for that library to load.
do throws(UserError) {
  guard let plain = PlainCommandLine(RawArguments.ofProcess.strings) else { throw becomeCommand() }
  ProgramStart.prepare()
  try ViewerSession.show(plain)
} catch {
  error.endProgram()
}
