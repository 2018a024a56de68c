import Glibc

// The fetcher treats responses as opaque bytes: it only parses HTTP, with libcurl.
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)
exit(FetcherProgram.run())
