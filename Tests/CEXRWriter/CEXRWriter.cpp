#include "CEXRWriter.h"

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfMultiPartOutputFile.h>
#include <OpenEXR/ImfOutputPart.h>
#include <OpenEXR/ImfPartType.h>
#include <OpenEXR/ImfRgbaFile.h>
#include <OpenEXR/ImfStandardAttributes.h>
#include <OpenEXR/ImfTiledOutputPart.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

class Memory : public Imf::OStream {
public:
  Memory() : Imf::OStream("memory") {}
  void write(const char source[], int count) override {
    if (bytes.size() < place + size_t(count)) bytes.resize(place + size_t(count));
    std::memcpy(bytes.data() + place, source, size_t(count));
    place += size_t(count);
  }
  uint64_t tellp() override { return place; }
  void seekp(uint64_t to) override { place = size_t(to); }

  void *copy(size_t *count) const {
    void *memory = std::malloc(bytes.size());
    if (memory) std::memcpy(memory, bytes.data(), bytes.size());
    *count = bytes.size();
    return memory;
  }

private:
  std::vector<char> bytes;
  size_t place = 0;
};

class Source : public Imf::IStream {
public:
  Source(const char *bytes, size_t count) : Imf::IStream("memory"), bytes(bytes), count(count) {}
  bool read(char target[], int wanted) override {
    if (place + size_t(wanted) > count) throw std::runtime_error("too short");
    std::memcpy(target, bytes + place, size_t(wanted));
    place += size_t(wanted);
    return place < count;
  }
  uint64_t tellg() override { return place; }
  void seekg(uint64_t to) override { place = size_t(to); }

private:
  const char *bytes;
  size_t count, place = 0;
};

Imf::Header header(const fresnel_exr_part &part, int number) {
  auto box = [](const int32_t edges[4]) {
    return Imath::Box2i(
        Imath::V2i(edges[0], edges[1]), Imath::V2i(edges[2] - 1, edges[3] - 1));
  };
  Imf::Header header(
      box(part.display), box(part.data), 1, Imath::V2f(0, 0), 1, Imf::INCREASING_Y,
      Imf::Compression(part.compression));
  for (int i = 0; i < part.channel_count; ++i) {
    const fresnel_exr_channel &channel = part.channels[i];
    header.channels().insert(
        channel.name,
        Imf::Channel(Imf::PixelType(channel.type), channel.sampling, channel.sampling));
  }
  const float *c = part.chromaticities;
  if (c[0] > 0)
    Imf::addChromaticities(
        header, Imf::Chromaticities(
                    Imath::V2f(c[0], c[1]), Imath::V2f(c[2], c[3]), Imath::V2f(c[4], c[5]),
                    Imath::V2f(c[6], c[7])));
  header.setName("part" + std::to_string(number));
  header.setType(part.tile ? Imf::TILEDIMAGE : Imf::SCANLINEIMAGE);
  if (part.tile)
    header.setTileDescription(
        Imf::TileDescription(part.tile, part.tile, Imf::LevelMode(part.levels)));
  return header;
}

Imf::FrameBuffer buffer(const fresnel_exr_part &part, Imath::V2i origin) {
  Imf::FrameBuffer buffer;
  for (int i = 0; i < part.channel_count; ++i) {
    const fresnel_exr_channel &channel = part.channels[i];
    size_t size = channel.type == 1 ? 2 : 4;
    size_t row = size * size_t((part.data[2] - part.data[0]) / channel.sampling);
    const char *base = static_cast<const char *>(channel.samples)
        - int64_t(origin.x / channel.sampling) * int64_t(size)
        - int64_t(origin.y / channel.sampling) * int64_t(row);
    buffer.insert(
        channel.name,
        Imf::Slice(
            Imf::PixelType(channel.type), const_cast<char *>(base), size, row, channel.sampling,
            channel.sampling));
  }
  return buffer;
}

}  // namespace

extern "C" {

void *fresnel_exr_write(const struct fresnel_exr_part *parts, int32_t count, size_t *bytes) {
  try {
    std::vector<Imf::Header> headers;
    for (int i = 0; i < count; ++i) headers.push_back(header(parts[i], i));
    Memory memory;
    {
      Imf::MultiPartOutputFile file(memory, headers.data(), count, false, 0);
      for (int i = 0; i < count; ++i) {
        const fresnel_exr_part &part = parts[i];
        Imath::V2i origin(part.data[0], part.data[1]);
        if (!part.tile) {
          Imf::OutputPart output(file, i);
          output.setFrameBuffer(buffer(part, origin));
          output.writePixels(part.data[3] - part.data[1]);
          continue;
        }
        Imf::TiledOutputPart output(file, i);
        output.setFrameBuffer(buffer(part, origin));
        for (int y = 0; y < output.numYLevels(); ++y)
          for (int x = 0; x < output.numXLevels(); ++x)
            if (output.isValidLevel(x, y))
              output.writeTiles(0, output.numXTiles(x) - 1, 0, output.numYTiles(y) - 1, x, y);
      }
    }
    return memory.copy(bytes);
  } catch (...) {
    return nullptr;
  }
}

void *fresnel_exr_write_luminance(const float *rgb, int32_t width, int32_t height, size_t *bytes) {
  try {
    std::vector<Imf::Rgba> pixels;
    for (int i = 0; i < width * height; ++i)
      pixels.push_back(Imf::Rgba(rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2], 1.0f));
    Memory memory;
    {
      Imf::RgbaOutputFile file(memory, Imf::Header(width, height), Imf::WRITE_YC, 0);
      file.setFrameBuffer(pixels.data(), 1, size_t(width));
      file.writePixels(height);
    }
    return memory.copy(bytes);
  } catch (...) {
    return nullptr;
  }
}

int32_t fresnel_exr_read_luminance(const void *bytes, size_t count, float *rgb) {
  try {
    Source source(static_cast<const char *>(bytes), count);
    Imf::RgbaInputFile file(source, 0);
    Imath::Box2i box = file.dataWindow();
    int width = box.max.x - box.min.x + 1, height = box.max.y - box.min.y + 1;
    std::vector<Imf::Rgba> pixels(size_t(width * height));
    file.setFrameBuffer(pixels.data() - box.min.x - box.min.y * width, 1, size_t(width));
    file.readPixels(box.min.y, box.max.y);
    for (int i = 0; i < width * height; ++i) {
      rgb[3 * i] = pixels[size_t(i)].r;
      rgb[3 * i + 1] = pixels[size_t(i)].g;
      rgb[3 * i + 2] = pixels[size_t(i)].b;
    }
    return 1;
  } catch (...) {
    return 0;
  }
}
}
