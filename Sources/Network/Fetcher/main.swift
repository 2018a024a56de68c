import CCurl
import DecoderProtocol
import Glibc
import Platform

// What comes from servers is bytes to this program: it takes HTTP apart, by libcurl, and no more.
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)
exit(FetcherProgram.run())
