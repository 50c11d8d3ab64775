/* image_file.h: writes pictures and animations to files.
 *
 * The extension of the file's name tells the format:
 *
 *   .png    one picture; of an animation numbered pictures: ripple-0000.png, ripple-0001.png, ...
 *   .webp   one picture, or an animation that every browser plays; lossless
 *   .ppm    like .png; needs no library
 *
 * USAGE
 *   image_file file;
 *   if (!image_file_open(&file, "ripple.webp", 256, 256, 44))    44 frames of 256 x 256 pixels
 *       ... file.error says why not ...
 *   for each frame
 *       image_file_add(&file, pixels);                           0 and file.error, if it fails
 *   image_file_close(&file);                                     likewise; frees everything
 *
 * Pixels are RGBA, one byte each, row 0 at the bottom, as OpenGL has them; alpha is left out. What
 * fails leaves no file behind, nor half of one: whole_file.h writes them. A picture is complete in
 * memory before.
 *
 * BUILDING
 *   -DBOOK_PNG -lpng                   with libpng: .png
 *   -DBOOK_WEBP -lwebpmux -lwebp       with libwebp: .webp
 */
#ifndef IMAGE_FILE_H
#define IMAGE_FILE_H

#include "whole_file.h"
#include <stdarg.h>
#include <strings.h>

#ifdef BOOK_PNG
#include <png.h>
#endif
#ifdef BOOK_WEBP
#include <webp/encode.h>
#include <webp/mux.h>
#endif

#ifdef BOOK_PNG
#define IMAGE_HAS_PNG 1
#else
#define IMAGE_HAS_PNG 0
#endif
#ifdef BOOK_WEBP
#define IMAGE_HAS_WEBP 1
#else
#define IMAGE_HAS_WEBP 0
#endif

#define IMAGE_FRAMES_PER_SECOND 60 /* of an animation: the pace of most displays */

typedef enum { IMAGE_PNG, IMAGE_WEBP, IMAGE_PPM, IMAGE_FORMATS } image_format;

typedef struct {
    char error[WHOLE_FILE_ERROR]; /* why the last call returned 0 */
    int bad_request;              /* 1: what was asked for cannot be done; 0: doing it went wrong */
    char first[PATH_MAX];         /* the file that was written, or the first and the last of many */
    char last[PATH_MAX];

    /* the rest is its own business */
    char path[PATH_MAX];
    const char *extension; /* within path */
    image_format format;
    int width, height;
    long long frames, added;
    void *encoder; /* of libwebp: a whole animation is in memory until it is closed */
} image_file;

static const char *const image_extensions[IMAGE_FORMATS] = {".png", ".webp", ".ppm"};
static const int image_has_format[IMAGE_FORMATS] = {IMAGE_HAS_PNG, IMAGE_HAS_WEBP, 1};

#define IMAGE_WEBP_MAX 16383 /* pixels in width and in height: the format has 14 bits for each */

/* The best extension of this build for a picture, or for an animation, of width x height pixels. */
static inline const char *image_file_best_extension(int animated, int width, int height) {
    if (animated && IMAGE_HAS_WEBP && width <= IMAGE_WEBP_MAX && height <= IMAGE_WEBP_MAX)
        return image_extensions[IMAGE_WEBP];
    return image_extensions[IMAGE_HAS_PNG ? IMAGE_PNG : IMAGE_PPM];
}

/* ---- errors and names ----------------------------------------------------------------------- */

#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static inline int
image_file_fail(image_file *file, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(file->error, sizeof file->error, format, arguments);
    va_end(arguments);
    return 0;
}

/* The name of the file for picture number index: the path, or, of an animation that is not in one
 * file, the path with the number before the extension. */
static inline void image_file_name(const image_file *file, long long index, char name[PATH_MAX]) {
    int digits = snprintf(NULL, 0, "%lld", file->frames - 1);
    if (file->frames == 1 || file->format == IMAGE_WEBP)
        snprintf(name, PATH_MAX, "%s", file->path);
    else
        snprintf(name, PATH_MAX, "%.*s-%0*lld%s", (int)(file->extension - file->path), file->path,
                 digits < 4 ? 4 : digits, index, file->extension);
}

/* ---- formats ------------------------------------------------------------------------------- */

/* One row from the top as RGB. */
static inline void image_file_row(const image_file *file, const unsigned char *pixels, int row,
                                  unsigned char *rgb) {
    const unsigned char *p = pixels + (size_t)(file->height - 1 - row) * file->width * 4;
    for (int x = 0; x < file->width; x++, p += 4, rgb += 3) {
        rgb[0] = p[0];
        rgb[1] = p[1];
        rgb[2] = p[2];
    }
}

/* http://netpbm.sourceforge.net/doc/ppm.html */
static inline void image_file_write_ppm(const image_file *file, const unsigned char *pixels,
                                        FILE *stream, unsigned char *rgb) {
    fprintf(stream, "P6\n%d %d\n255\n", file->width, file->height);
    for (int row = 0; row < file->height; row++) {
        image_file_row(file, pixels, row, rgb);
        fwrite(rgb, 3, (size_t)file->width, stream); /* errors stay with the stream */
    }
}

#ifdef BOOK_PNG
static inline void image_file_png_error(png_structp png, png_const_charp message) {
    image_file *file = (image_file *)png_get_error_ptr(png);
    image_file_fail(file, "libpng cannot encode '%s': %s", file->last, message);
    png_longjmp(png, 1);
}

static inline void image_file_png_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static inline int image_file_write_png(image_file *file, const unsigned char *pixels, FILE *stream,
                                       unsigned char *rgb) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, file, image_file_png_error,
                                              image_file_png_warning);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    if (info == NULL) {
        png_destroy_write_struct(&png, NULL);
        return image_file_fail(file, "out of memory");
    }
    if (setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_write_struct(&png, &info);
        return 0;
    }
    png_init_io(png, stream);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_IHDR(png, info, (png_uint_32)file->width, (png_uint_32)file->height, 8,
                 PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (int row = 0; row < file->height; row++) {
        image_file_row(file, pixels, row, rgb);
        png_write_row(png, rgb);
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return 1;
}
#else
static inline int image_file_write_png(image_file *file, const unsigned char *pixels, FILE *stream,
                                       unsigned char *rgb) {
    (void)pixels, (void)stream, (void)rgb;
    return image_file_fail(file, "built without libpng");
}
#endif

/* https://developers.google.com/speed/webp/docs/container-api */
#ifdef BOOK_WEBP
static inline int image_file_open_webp(image_file *file) {
    if (file->width > IMAGE_WEBP_MAX || file->height > IMAGE_WEBP_MAX)
        return image_file_fail(file, "%d x %d pixels are too many; a WebP file holds up to %d x %d",
                               file->width, file->height, IMAGE_WEBP_MAX, IMAGE_WEBP_MAX);
    if (file->frames > INT_MAX / 1000)
        return image_file_fail(file, "%lld frames are too many; a WebP file holds up to %d",
                               file->frames, INT_MAX / 1000);
    WebPAnimEncoderOptions options;
    WebPAnimEncoderOptionsInit(&options);
    file->encoder = WebPAnimEncoderNew(file->width, file->height, &options);
    return file->encoder != NULL || image_file_fail(file, "out of memory");
}

static inline void image_file_free_webp(image_file *file) {
    WebPAnimEncoderDelete((WebPAnimEncoder *)file->encoder);
    file->encoder = NULL;
}

static inline int image_file_add_webp(image_file *file, const unsigned char *pixels,
                                      unsigned char *rgb) {
    WebPConfig config;
    WebPPicture picture;
    WebPConfigInit(&config);
    /* From 0, quick, to 9, small. An animation takes long enough at 0; one picture has the time. */
    WebPConfigLosslessPreset(&config, file->frames > 1 ? 0 : 6);
    WebPPictureInit(&picture);
    picture.use_argb = 1;
    picture.width = file->width;
    picture.height = file->height;
    int ok = WebPPictureAlloc(&picture);
    for (int row = 0; ok && row < file->height; row++) {
        image_file_row(file, pixels, row, rgb);
        uint32_t *argb = picture.argb + (size_t)row * picture.argb_stride;
        for (int x = 0; x < file->width; x++)
            argb[x] = 0xff000000u | (uint32_t)rgb[3 * x] << 16 | (uint32_t)rgb[3 * x + 1] << 8 |
                      rgb[3 * x + 2];
    }
    int milliseconds = (int)(file->added * 1000 / IMAGE_FRAMES_PER_SECOND);
    WebPAnimEncoder *encoder = (WebPAnimEncoder *)file->encoder;
    ok = ok && WebPAnimEncoderAdd(encoder, &picture, milliseconds, &config);
    WebPPictureFree(&picture);
    return ok || image_file_fail(file, "libwebp cannot encode frame %lld: %s", file->added,
                                 picture.error_code == VP8_ENC_OK ? WebPAnimEncoderGetError(encoder)
                                                                  : "out of memory");
}

static inline int image_file_close_webp(image_file *file) {
    WebPData data;
    WebPDataInit(&data);
    WebPAnimEncoder *encoder = (WebPAnimEncoder *)file->encoder;
    int milliseconds = (int)(file->frames * 1000 / IMAGE_FRAMES_PER_SECOND);
    int ok = WebPAnimEncoderAdd(encoder, NULL, milliseconds, NULL) &&
             WebPAnimEncoderAssemble(encoder, &data);
    if (!ok)
        image_file_fail(file, "libwebp cannot put the frames together: %s",
                        WebPAnimEncoderGetError(encoder));
    ok = ok && whole_file_write(file->path, data.bytes, data.size, file->error);
    WebPDataClear(&data);
    return ok;
}
#else
static inline int image_file_open_webp(image_file *file) {
    return image_file_fail(file, "built without libwebp");
}
static inline void image_file_free_webp(image_file *file) {
    (void)file;
}
static inline int image_file_add_webp(image_file *file, const unsigned char *pixels,
                                      unsigned char *rgb) {
    (void)pixels, (void)rgb;
    return image_file_open_webp(file);
}
static inline int image_file_close_webp(image_file *file) {
    return image_file_open_webp(file);
}
#endif

/* ---- open, add, close --------------------------------------------------------------------- */

/* Sets the format that the path's extension names. */
static inline int image_file_choose_format(image_file *file) {
    char *dot = strrchr(file->path, '.'), *slash = strrchr(file->path, '/');
    if (dot == NULL || (slash != NULL && dot < slash))
        dot = file->path + strlen(file->path);
    file->extension = dot;
    int format = 0;
    while (format < IMAGE_FORMATS && strcasecmp(dot, image_extensions[format]) != 0)
        format++;
    if (format == IMAGE_FORMATS || !image_has_format[format])
        return image_file_fail(file, "%s '%s'; accepted: %s%s%s",
                               format == IMAGE_FORMATS ? "unknown extension"
                                                       : "this program was built without",
                               dot, IMAGE_HAS_PNG ? ".png, " : "", IMAGE_HAS_WEBP ? ".webp, " : "",
                               image_extensions[IMAGE_PPM]);
    if (dot == file->path || dot[-1] == '/')
        return image_file_fail(file, "there is no name before the extension");
    file->format = (image_format)format;
    return 1;
}

/* Prepares a file for so many frames (one for a picture) of width x height pixels. Returns 1, or 0
 * and file->error. Asks now what can be known now: whether the file can be created at all. */
static inline int image_file_open(image_file *file, const char *path, int width, int height,
                                  long long frames) {
    memset(file, 0, sizeof *file);
    file->bad_request = 1;
    file->width = width;
    file->height = height;
    file->frames = frames;
    if (strlen(path) + 40 > sizeof file->path) /* room for a number, and for an unfinished file's */
        return image_file_fail(file, "the path is too long: %zu bytes", strlen(path));
    strcpy(file->path, path);
    if (!image_file_choose_format(file))
        return 0;

    char name[PATH_MAX];
    image_file_name(file, 0, name);
    if (!whole_file_check(name, file->error))
        return 0;
    if (file->format == IMAGE_WEBP && !image_file_open_webp(file))
        return 0;
    file->bad_request = 0;
    return 1;
}

/* Frees everything. What has been written so far is removed. */
static inline void image_file_discard(image_file *file) {
    if (file->encoder != NULL)
        image_file_free_webp(file);
    char name[PATH_MAX];
    struct stat found;
    long long written = file->format != IMAGE_WEBP && whole_file_writes() ? file->added : 0;
    for (long long i = 0; i < written; i++) {
        image_file_name(file, i, name);
        if (stat(name, &found) == 0 && S_ISREG(found.st_mode))
            unlink(name);
    }
}

/* Writes one picture to a file of its own. */
static inline int image_file_add_file(image_file *file, const unsigned char *pixels,
                                      unsigned char *rgb) {
    image_file_name(file, file->added, file->last);
    if (file->added == 0)
        strcpy(file->first, file->last);
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    if (stream == NULL)
        return image_file_fail(file, "out of memory");
    int ok = 1;
    if (file->format == IMAGE_PNG)
        ok = image_file_write_png(file, pixels, stream, rgb);
    else
        image_file_write_ppm(file, pixels, stream, rgb);
    int bad = ferror(stream);
    if ((fclose(stream) != 0 || bad) && ok)
        ok = image_file_fail(file, "out of memory");
    ok = ok && whole_file_write(file->last, bytes, size, file->error);
    free(bytes);
    return ok;
}

/* Adds the next picture. Returns 1, or 0 and file->error; then everything is freed and removed. */
static inline int image_file_add(image_file *file, const unsigned char *pixels) {
    unsigned char *rgb = (unsigned char *)malloc((size_t)file->width * 3);
    int ok = rgb != NULL || image_file_fail(file, "out of memory");
    if (ok)
        ok = file->format == IMAGE_WEBP ? image_file_add_webp(file, pixels, rgb)
                                        : image_file_add_file(file, pixels, rgb);
    free(rgb);
    if (ok)
        file->added++;
    else
        image_file_discard(file);
    return ok;
}

/* Completes the file. Returns 1, or 0 and file->error; frees everything either way. */
static inline int image_file_close(image_file *file) {
    if (file->format != IMAGE_WEBP)
        return 1;
    strcpy(file->first, file->path);
    strcpy(file->last, file->path);
    int ok = image_file_close_webp(file);
    image_file_free_webp(file);
    return ok;
}

#endif
