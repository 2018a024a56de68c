import Glibc

exit(Probe.run(Array(CommandLine.arguments.dropFirst())))
