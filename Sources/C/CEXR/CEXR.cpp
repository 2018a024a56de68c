#include "CEXR.h"

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfChromaticities.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfInputPart.h>
#include <OpenEXR/ImfMultiPartInputFile.h>
#include <OpenEXR/ImfPartType.h>
#include <OpenEXR/ImfRgbaFile.h>
#include <OpenEXR/ImfStandardAttributes.h>
#include <OpenEXR/ImfThreading.h>
#include <OpenEXR/ImfTiledInputPart.h>
#include <OpenEXR/OpenEXRConfig.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

class Stream : public Imf::IStream {
public:
  Stream(fresnel_exr_reader reader, void *context)
      : IStream("picture"), reader_(reader), context_(context) {}

  bool read(char target[], int count) override {
    int64_t done = reader_(context_, int64_t(place_), target, count);
    if (done > 0) place_ += uint64_t(done);
    if (done < count) throw std::runtime_error("the file ends too early");
    return true;
  }
  uint64_t tellg() override { return place_; }
  void seekg(uint64_t place) override { place_ = place; }

private:
  fresnel_exr_reader reader_;
  void *context_;
  uint64_t place_ = 0;
};

// A part, and the prefix of its channels' names.
struct Picture {
  int part;
  std::string prefix;
  bool isGray, hasChroma, hasAlpha;
};

void tell(char *reason, size_t size, const char *text) {
  if (size > 0) std::snprintf(reason, size, "%s", text);
}

// The lines per block for each compression.
int32_t linesAtOnce(Imf::Compression compression) {
  switch (compression) {
  case Imf::ZIP_COMPRESSION:
  case Imf::PXR24_COMPRESSION:
    return 16;
  case Imf::PIZ_COMPRESSION:
  case Imf::B44_COMPRESSION:
  case Imf::B44A_COMPRESSION:
  case Imf::DWAA_COMPRESSION:
    return 32;
  case Imf::DWAB_COMPRESSION:
    return 256;
  default:
    return 1;
  }
}

fresnel_exr_window window(const Imath::Box2i &box) {
  return {box.min.x, box.min.y, box.max.x + 1, box.max.y + 1};
}

}  // namespace

struct fresnel_exr {
  Stream stream;
  std::unique_ptr<Imf::MultiPartInputFile> file;
  std::vector<Picture> pictures;
  // The reader of the last picture read.
  std::unique_ptr<Stream> ownStream;
  std::unique_ptr<Imf::RgbaInputFile> chroma;

  fresnel_exr(fresnel_exr_reader reader, void *context) : stream(reader, context) {
    file = std::make_unique<Imf::MultiPartInputFile>(stream, 0);
    for (int part = 0; part < file->parts(); ++part) {
      const Imf::Header &header = file->header(part);
      if (header.hasType() && Imf::isDeepData(header.type())) continue;
      const Imf::ChannelList &channels = header.channels();
      std::set<std::string> layers;
      channels.layers(layers);
      add(part, "", channels);
      for (const std::string &layer : layers) add(part, layer + ".", channels);
    }
    ownStream = std::make_unique<Stream>(reader, context);
  }

  void add(int part, const std::string &prefix, const Imf::ChannelList &channels) {
    auto has = [&](const char *name) { return channels.findChannel(prefix + name) != nullptr; };
    bool isColor = has("R") || has("G") || has("B");
    if (!isColor && !has("Y")) return;
    // Only a class that supports single-part files reconstructs luminance and chroma.
    bool hasChroma = !isColor && has("RY") && has("BY") && file->parts() == 1;
    pictures.push_back({part, prefix, !isColor && !hasChroma, hasChroma, has("A")});
  }

  const Picture &picture(int32_t number) const { return pictures.at(size_t(number)); }

  const Imf::Header &header(int32_t number) const { return file->header(picture(number).part); }

  bool isTiled(int32_t number) const {
    return header(number).hasTileDescription() && !picture(number).hasChroma;
  }

  void read(int32_t number, int level, const fresnel_exr_window &area, char *base, size_t stride);
};

void fresnel_exr::read(
    int32_t number, int level, const fresnel_exr_window &area, char *base, size_t stride) {
  const Picture &picture = this->picture(number);
  if (picture.hasChroma) {
    if (!chroma) {
      std::string layer = picture.prefix;
      if (!layer.empty()) layer.pop_back();
      chroma = std::make_unique<Imf::RgbaInputFile>(*ownStream, layer, 0);
    }
    // The frame buffer's strides are in pixels.
    char *origin = base - int64_t(area.min_y) * int64_t(stride) - int64_t(area.min_x) * 8;
    chroma->setFrameBuffer(reinterpret_cast<Imf::Rgba *>(origin), 1, stride / 8);
    chroma->readPixels(area.min_y, area.max_y - 1);
    return;
  }
  Imf::FrameBuffer buffer;
  char *origin = base - int64_t(area.min_y) * int64_t(stride) - int64_t(area.min_x) * 8;
  auto slice = [&](const char *name, int channel, double fill) {
    buffer.insert(
        picture.prefix + name,
        Imf::Slice(Imf::HALF, origin + 2 * channel, 8, stride, 1, 1, fill));
  };
  if (picture.isGray) {
    slice("Y", 0, 0);
  } else {
    slice("R", 0, 0);
    slice("G", 1, 0);
    slice("B", 2, 0);
  }
  slice("A", 3, 1);
  if (isTiled(number)) {
    Imf::TiledInputPart part(*file, picture.part);
    part.setFrameBuffer(buffer);
    Imath::Box2i data = part.dataWindowForLevel(level);
    int width = int(part.tileXSize()), height = int(part.tileYSize());
    part.readTiles(
        (area.min_x - data.min.x) / width, (area.max_x - 1 - data.min.x) / width,
        (area.min_y - data.min.y) / height, (area.max_y - 1 - data.min.y) / height, level, level);
  } else {
    Imf::InputPart part(*file, picture.part);
    part.setFrameBuffer(buffer);
    part.readPixels(area.min_y, area.max_y - 1);
  }
  if (!picture.isGray) return;
  for (int y = area.min_y; y < area.max_y; ++y) {
    uint16_t *row = reinterpret_cast<uint16_t *>(base + size_t(y - area.min_y) * stride);
    for (int x = 0; x < area.max_x - area.min_x; ++x) row[4 * x + 1] = row[4 * x + 2] = row[4 * x];
  }
}

extern "C" {

fresnel_exr *fresnel_exr_open(
    fresnel_exr_reader reader, void *context, char *reason, size_t reason_size) {
  try {
    return new fresnel_exr(reader, context);
  } catch (const std::exception &error) {
    tell(reason, reason_size, error.what());
  } catch (...) {
    tell(reason, reason_size, "unknown");
  }
  return nullptr;
}

void fresnel_exr_close(fresnel_exr *file) { delete file; }

int32_t fresnel_exr_count(const fresnel_exr *file) { return int32_t(file->pictures.size()); }

void fresnel_exr_name(const fresnel_exr *file, int32_t number, char *target, size_t size) {
  tell(target, size, "");
  try {
    const Picture &picture = file->pictures.at(size_t(number));
    const Imf::Header &header = file->file->header(picture.part);
    std::string name = header.hasName() ? header.name() : "";
    if (!picture.prefix.empty()) {
      if (!name.empty()) name += " ";
      name += picture.prefix.substr(0, picture.prefix.size() - 1);
    }
    tell(target, size, name.c_str());
  } catch (...) {
  }
}

int32_t fresnel_exr_describe(
    fresnel_exr *file, int32_t number, struct fresnel_exr_picture *description, char *reason,
    size_t reason_size) {
  try {
    const Picture &picture = file->picture(number);
    const Imf::Header &header = file->header(number);
    std::memset(description, 0, sizeof *description);
    description->data = window(header.dataWindow());
    description->display = window(header.displayWindow());
    description->has_alpha = picture.hasAlpha;
    description->is_gray = picture.isGray;
    description->levels = 1;
    description->lines_at_once = linesAtOnce(header.compression());
    if (file->isTiled(number)) {
      Imf::TiledInputPart part(*file->file, picture.part);
      description->tile_width = int32_t(part.tileXSize());
      description->tile_height = int32_t(part.tileYSize());
      if (part.levelMode() == Imf::MIPMAP_LEVELS) description->levels = part.numLevels();
      if (part.levelMode() == Imf::RIPMAP_LEVELS)
        description->levels = std::min(part.numXLevels(), part.numYLevels());
    }
    if (Imf::hasChromaticities(header)) {
      const Imf::Chromaticities &c = Imf::chromaticities(header);
      const Imath::V2f points[] = {c.red, c.green, c.blue, c.white};
      description->has_chromaticities = 1;
      for (int i = 0; i < 4; ++i) {
        description->chromaticities[2 * i] = points[i].x;
        description->chromaticities[2 * i + 1] = points[i].y;
      }
    }
    return 1;
  } catch (const std::exception &error) {
    tell(reason, reason_size, error.what());
  } catch (...) {
    tell(reason, reason_size, "unknown");
  }
  return 0;
}

int32_t fresnel_exr_level_window(
    fresnel_exr *file, int32_t number, int32_t level, struct fresnel_exr_window *result) {
  try {
    Imf::TiledInputPart part(*file->file, file->picture(number).part);
    *result = window(part.dataWindowForLevel(level));
    return 1;
  } catch (...) {
    return 0;
  }
}

int32_t fresnel_exr_read(
    fresnel_exr *file, int32_t picture, int32_t level, struct fresnel_exr_window area,
    uint16_t *target, size_t stride, char *reason, size_t reason_size) {
  try {
    file->read(picture, level, area, reinterpret_cast<char *>(target), stride);
    return 1;
  } catch (const std::exception &error) {
    tell(reason, reason_size, error.what());
  } catch (...) {
    tell(reason, reason_size, "unknown");
  }
  return 0;
}

const char *fresnel_exr_version(void) { return OPENEXR_VERSION_STRING; }
}
