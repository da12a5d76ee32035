// The files that are part of the program. Swift takes 0.16 ms to compile each byte of an array, 25 seconds for all of
// these.

#include "CResources.h"

#include <string.h>

static const unsigned char apng_js[] = {
#embed "../StickerReports/Page/apng.js"
};
static const unsigned char backgrounds_js[] = {
#embed "../StickerReports/Page/backgrounds.js"
};
static const unsigned char findings_js[] = {
#embed "../StickerReports/Page/findings.js"
};
static const unsigned char fixing_js[] = {
#embed "../StickerReports/Page/fixing.js"
};
static const unsigned char fragment_js[] = {
#embed "../StickerReports/Page/fragment.js"
};
static const unsigned char mask_js[] = {
#embed "../StickerReports/Page/mask.js"
};
static const unsigned char messages_js[] = {
#embed "../StickerReports/Page/messages.js"
};
static const unsigned char page_html[] = {
#embed "../StickerReports/Page/page.html"
};
static const unsigned char page_js[] = {
#embed "../StickerReports/Page/page.js"
};
static const unsigned char player_js[] = {
#embed "../StickerReports/Page/player.js"
};
static const unsigned char preview_html[] = {
#embed "../StickerReports/Page/preview.html"
};
static const unsigned char preview_js[] = {
#embed "../StickerReports/Page/preview.js"
};
static const unsigned char refresh_js[] = {
#embed "../StickerReports/Page/refresh.js"
};
static const unsigned char report_js[] = {
#embed "../StickerReports/Page/report.js"
};
static const unsigned char destinations_js[] = {
#embed "../StickerReports/Page/destinations.js"
};
static const unsigned char style_css[] = {
#embed "../StickerReports/Page/style.css"
};
static const unsigned char imessage_json[] = {
  '[',
#embed "../StickerPacks/Destinations/Files/imessage.json" suffix(,)
  ']',
};
// The destinations besides Messages, as one JSON array.
static const unsigned char destinations_json[] = {
  '[',
#embed "../StickerPacks/Destinations/Files/apple-message-media.json" suffix(,)
  ',',
#embed "../StickerPacks/Destinations/Files/apple-notification-attachment.json" suffix(,)
  ',',
#embed "../StickerPacks/Destinations/Files/discord-emoji.json" suffix(,)
  ',',
#embed "../StickerPacks/Destinations/Files/discord-sticker.json" suffix(,)
  ',',
#embed "../StickerPacks/Destinations/Files/google-chat-emoji.json" suffix(,)
  ',',
#embed "../StickerPacks/Destinations/Files/line-animated.json" suffix(,)
  ',',
#embed "../StickerPacks/Destinations/Files/line-emoji.json" suffix(,)
  ',',
#embed "../StickerPacks/Destinations/Files/line-static.json" suffix(,)
  ',',
#embed "../StickerPacks/Destinations/Files/seventv.json" suffix(,)
  ',',
#embed "../StickerPacks/Destinations/Files/signal.json" suffix(,)
  ',',
#embed "../StickerPacks/Destinations/Files/slack-emoji.json" suffix(,)
  ',',
#embed "../StickerPacks/Destinations/Files/telegram-emoji.json" suffix(,)
  ',',
#embed "../StickerPacks/Destinations/Files/telegram-static.json" suffix(,)
  ',',
#embed "../StickerPacks/Destinations/Files/twitch-animated.json" suffix(,)
  ',',
#embed "../StickerPacks/Destinations/Files/twitch-static.json" suffix(,)
  ',',
#embed "../StickerPacks/Destinations/Files/whatsapp-animated.json" suffix(,)
  ',',
#embed "../StickerPacks/Destinations/Files/whatsapp-static.json" suffix(,)
  ']',
};

// What the engine for web pages does not read: files of single commands.
#ifndef __wasi__
static const unsigned char comparison_js[] = {
#embed "../StickerReports/Page/comparison.js"
};
static const unsigned char diff_html[] = {
#embed "../StickerReports/Page/diff.html"
};
static const unsigned char diff_js[] = {
#embed "../StickerReports/Page/diff.js"
};
static const unsigned char noto_sans_png[] = {
#embed "../StickerReports/Pictures/NotoSans.png"
};
static const unsigned char noto_sans_txt[] = {
#embed "../StickerReports/Pictures/NotoSans.txt"
};
static const unsigned char baseline_json[] = {
#embed "../stickerpack/Schemas/baseline.json"
};
static const unsigned char collection_json[] = {
#embed "../stickerpack/Schemas/collection.json"
};
static const unsigned char difference_json[] = {
#embed "../stickerpack/Schemas/difference.json"
};
static const unsigned char fix_json[] = {
#embed "../stickerpack/Schemas/fix.json"
};
static const unsigned char undo_json[] = {
#embed "../stickerpack/Schemas/undo.json"
};
static const unsigned char init_json[] = {
#embed "../stickerpack/Schemas/init.json"
};
static const unsigned char error_json[] = {
#embed "../stickerpack/Schemas/error.json"
};
static const unsigned char fit_json[] = {
#embed "../stickerpack/Schemas/fit.json"
};
static const unsigned char manifest_json[] = {
#embed "../stickerpack/Schemas/manifest.json"
};
static const unsigned char report_json[] = {
#embed "../stickerpack/Schemas/report.json"
};
static const unsigned char upload_json[] = {
#embed "../stickerpack/Schemas/upload.json"
};
static const unsigned char stores_json[] = {
#embed "../stickerpack/Schemas/stores.json"
};
static const unsigned char targets_json[] = {
#embed "../stickerpack/Schemas/targets.json"
};
static const unsigned char destination_json[] = {
#embed "../stickerpack/Schemas/destination.json"
};
static const unsigned char verification_json[] = {
#embed "../stickerpack/Schemas/verification.json"
};
#endif

static const struct {
  const char *name;
  const unsigned char *bytes;
  size_t count;
} files[] = {
    {"apng.js", apng_js, sizeof apng_js},
    {"backgrounds.js", backgrounds_js, sizeof backgrounds_js},
    {"findings.js", findings_js, sizeof findings_js},
    {"fixing.js", fixing_js, sizeof fixing_js},
    {"fragment.js", fragment_js, sizeof fragment_js},
    {"mask.js", mask_js, sizeof mask_js},
    {"messages.js", messages_js, sizeof messages_js},
    {"page.html", page_html, sizeof page_html},
    {"page.js", page_js, sizeof page_js},
    {"player.js", player_js, sizeof player_js},
    {"preview.html", preview_html, sizeof preview_html},
    {"preview.js", preview_js, sizeof preview_js},
    {"refresh.js", refresh_js, sizeof refresh_js},
    {"report.js", report_js, sizeof report_js},
    {"destinations.js", destinations_js, sizeof destinations_js},
    {"style.css", style_css, sizeof style_css},
    {"destinations.json", destinations_json, sizeof destinations_json},
    {"imessage.json", imessage_json, sizeof imessage_json},
#ifndef __wasi__
    {"comparison.js", comparison_js, sizeof comparison_js},
    {"diff.html", diff_html, sizeof diff_html},
    {"diff.js", diff_js, sizeof diff_js},
    {"NotoSans.png", noto_sans_png, sizeof noto_sans_png},
    {"NotoSans.txt", noto_sans_txt, sizeof noto_sans_txt},
    {"baseline.json", baseline_json, sizeof baseline_json},
    {"collection.json", collection_json, sizeof collection_json},
    {"difference.json", difference_json, sizeof difference_json},
    {"fix.json", fix_json, sizeof fix_json},
    {"undo.json", undo_json, sizeof undo_json},
    {"init.json", init_json, sizeof init_json},
    {"error.json", error_json, sizeof error_json},
    {"fit.json", fit_json, sizeof fit_json},
    {"manifest.json", manifest_json, sizeof manifest_json},
    {"report.json", report_json, sizeof report_json},
    {"upload.json", upload_json, sizeof upload_json},
    {"stores.json", stores_json, sizeof stores_json},
    {"targets.json", targets_json, sizeof targets_json},
    {"destination.json", destination_json, sizeof destination_json},
    {"verification.json", verification_json, sizeof verification_json},
#endif
};

const unsigned char *cres_file(const char *name, size_t *count) {
  for (size_t index = 0; index < sizeof files / sizeof files[0]; index++) {
    if (strcmp(files[index].name, name) == 0) {
      *count = files[index].count;
      return files[index].bytes;
    }
  }
  return NULL;
}
