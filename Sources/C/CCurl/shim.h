// libcurl, for the fetcher: typed wrappers of its variadic functions.
#pragma once
#include <curl/curl.h>
#include <stdint.h>

static inline CURLcode fresnel_curl_set_number(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode fresnel_curl_set_large(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode fresnel_curl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode fresnel_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode fresnel_curl_set_headers(CURL *easy, struct curl_slist *list) {
  return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, list);
}
static inline const char *fresnel_curl_version(void) {
  return curl_version_info(CURLVERSION_NOW)->version;
}
// The value of a field of the last response, counted from 0; NULL after the last one.
static inline const char *fresnel_curl_field(CURL *easy, const char *name, size_t index) {
  struct curl_header *header = NULL;
  return curl_easy_header(easy, name, index, CURLH_HEADER, -1, &header) == CURLHE_OK
             ? header->value : NULL;
}
typedef size_t (*fresnel_curl_taker)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode fresnel_curl_set_body_taker(
    CURL *easy, fresnel_curl_taker taker, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, taker);
  return code ? code : curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}
// Called once a connection is established, before anything is sent over it.
typedef int (*fresnel_curl_guard)(
    void *context, char *remote, char *local, int remote_port, int local_port);
static inline CURLcode fresnel_curl_set_guard(
    CURL *easy, fresnel_curl_guard guard, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, guard);
  return code ? code : curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
}
static inline long fresnel_curl_number(CURL *easy, CURLINFO info) {
  long value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}
static inline int64_t fresnel_curl_large(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}
static inline const char *fresnel_curl_text(CURL *easy, CURLINFO info) {
  char *value = NULL;
  curl_easy_getinfo(easy, info, &value);
  return value;
}
static inline void *fresnel_curl_context(CURL *easy) {
  void *value = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value);
  return value;
}
static inline CURLMcode fresnel_curl_set_pool(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}
// A completed request and its result; NULL if there is none.
static inline CURL *fresnel_curl_next_done(CURLM *multi, CURLcode *code) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *code = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}
// Waits for a connection, the control socket, or the timeout.
static inline CURLMcode fresnel_curl_wait(CURLM *multi, int control, int milliseconds) {
  struct curl_waitfd extra = {control, CURL_WAIT_POLLIN, 0};
  return curl_multi_poll(multi, &extra, 1, milliseconds, NULL);
}
static const long fresnel_curl_http2_tls = CURL_HTTP_VERSION_2TLS;
// Creates a connection's socket; CURL_SOCKET_BAD refuses.
typedef curl_socket_t (*fresnel_curl_opener)(
    void *context, curlsocktype purpose, struct curl_sockaddr *address);
static inline CURLcode fresnel_curl_set_opener(
    CURL *easy, fresnel_curl_opener opener, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, opener);
  return code ? code : curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
}
// The address, whose length depends on its family.
static inline const struct sockaddr *fresnel_curl_address(const struct curl_sockaddr *address) {
  return &address->addr;
}
