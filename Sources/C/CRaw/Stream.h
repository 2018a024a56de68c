// A buffered stream for LibRaw that reads through a function.
#pragma once
#include "CRaw.h"

#include <libraw/libraw.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

class Stream : public LibRaw_abstract_datastream {
public:
  Stream(fresnel_raw_reader reader, void *context, int64_t size)
      : reader_(reader), context_(context), size_(size), buffer_(bufferBytes) {}

  // The share of the file before the current offset.
  double fraction() const { return size_ > 0 ? double(place_) / double(size_) : 0; }

  int valid() override { return size_ > 0; }
  INT64 size() override { return size_; }
  INT64 tell() override { return place_; }
  int eof() override { return place_ >= size_; }

  int seek(INT64 offset, int origin) override {
    INT64 base = origin == SEEK_CUR ? place_ : origin == SEEK_END ? size_ : 0;
    INT64 place = 0;
    // Offsets come from the file.
    if (__builtin_add_overflow(base, offset, &place)) place = size_;
    place_ = std::min(std::max<INT64>(place, 0), size_);
    return 0;
  }

  int get_char() override {
    if (!hasByte()) return -1;
    return buffer_[size_t(place_++ - start_)];
  }

  // Like fread, returns the number of complete items.
  int read(void *target, size_t size, size_t count) override {
    size_t bytes = 0;
    if (size == 0 || __builtin_mul_overflow(size, count, &bytes)) return 0;
    return int(take(static_cast<uint8_t *>(target), bytes) / size);
  }

  char *gets(char *text, int count) override {
    if (count < 1) return nullptr;
    int length = 0;
    while (length < count - 1) {
      int character = get_char();
      if (character < 0) break;
      text[length++] = char(character);
      if (character == '\n') break;
    }
    text[length] = 0;
    return length > 0 ? text : nullptr;
  }

  int scanf_one(const char *format, void *value) override {
    char word[24];
    size_t length = 0;
    int character = get_char();
    while (character == ' ' || character == '\n' || character == '\r' || character == '\t')
      character = get_char();
    while (character > ' ' && length < sizeof word - 1) {
      word[length++] = char(character);
      character = get_char();
    }
    // The character after a number is not part of it.
    if (character >= 0) --place_;
    word[length] = 0;
    return std::sscanf(word, format, value);
  }

#if !LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 21)
  // For a library that LibRaw could once be built with.
  void *make_jas_stream() override { return nullptr; }
#endif

private:
  static constexpr size_t bufferBytes = 256 << 10;

  bool hasByte() {
    if (place_ >= start_ && place_ < end_) return true;
    if (place_ >= size_) return false;
    start_ = place_;
    end_ = start_ + std::max<int64_t>(0, readFile(start_, buffer_.data(), buffer_.size()));
    return place_ < end_;
  }

  int64_t readFile(INT64 place, uint8_t *target, size_t count) {
    int64_t most = std::min<int64_t>(int64_t(count), size_ - place);
    return most > 0 ? reader_(context_, place, target, most) : 0;
  }

  size_t take(uint8_t *target, size_t count) {
    size_t done = 0;
    while (done < count) {
      if (place_ >= start_ && place_ < end_) {
        size_t here = std::min(count - done, size_t(end_ - place_));
        std::memcpy(target + done, buffer_.data() + (place_ - start_), here);
        place_ += INT64(here);
        done += here;
      } else if (count - done >= bufferBytes) {
        // Reads larger than the buffer bypass it.
        int64_t got = readFile(place_, target + done, count - done);
        if (got <= 0) break;
        place_ += got;
        done += size_t(got);
      } else if (!hasByte()) {
        break;
      }
    }
    return done;
  }

  fresnel_raw_reader reader_;
  void *context_;
  INT64 size_;
  INT64 place_ = 0;
  // The range of the file in the buffer.
  INT64 start_ = 0, end_ = 0;
  std::vector<uint8_t> buffer_;
};
