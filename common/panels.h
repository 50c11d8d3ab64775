/* panels.h: several square pictures side by side in one, with a gap around each and a caption
 * above.
 *
 *   const char *captions[2] = {"before", "after"};
 *   book_panels panels(size, 2, captions);        a to z and blanks
 *   panels.set(0, x, y, red, green, blue);        pixel (x, y) of the first, y from its bottom
 *   panels.display_and_exit();                    as CPUBitmap's
 *
 * Where pictures are too small for letters (below 128 pixels) there are only the gaps.
 */
#ifndef PANELS_H
#define PANELS_H

#include "cpu_bitmap.h"

#define PANELS_LETTER_ROWS 9 /* two above the small letters, two below the line */
#define PANELS_LETTER_COLUMNS 6

/* Row after row of the letters a to m, then of n to z. */
static const char *const panels_letters[2 * PANELS_LETTER_ROWS] = {
    // clang-format off
    "      #               #         ##        #       #      #  #      ##         ",
    "      #               #        #          #                 #       #         ",
    " ###  ####   ####  ####  ###   ###   #### ####   ##     ##  #  #    #   ## #  ",
    "    # #   # #     #   # #   #  #    #   # #   #   #      #  # #     #   # # # ",
    " #### #   # #     #   # #####  #    #   # #   #   #      #  ##      #   # # # ",
    "#   # #   # #     #   # #      #    #   # #   #   #      #  # #     #   # # # ",
    " #### ####   ####  ####  ####  #     #### #   #  ###     #  #  #   ###  # # # ",
    "                                        #                #                    ",
    "                                     ###               ##                     ",

    "                                     #                                        ",
    "                                     #                                        ",
    "####   ###  ####   #### # ##   ####  ###  #   # #   # #   # #   # #   # ##### ",
    "#   # #   # #   # #   # ##    #      #    #   # #   # # # #  # #  #   #    #  ",
    "#   # #   # #   # #   # #      ###   #    #   #  # #  # # #   #   #   #   #   ",
    "#   # #   # #   # #   # #         #  #    #   #  # #  # # #  # #  #   #  #    ",
    "#   #  ###  ####   #### #     ####    ##   ####   #    # #  #   #  #### ##### ",
    "            #         #                                               #       ",
    "            #         #                                            ###        ",
    // clang-format on
};

class book_panels {
public:
    /* captions: one for each panel. */
    book_panels(int size, int count, const char *const captions[])
        : size(size), zoom(size / 128), gap(size / 16 > 0 ? size / 16 : 1),
          bitmap(count * (size + gap) + gap,
                 gap + size + gap + (zoom > 0 ? PANELS_LETTER_ROWS * zoom + gap : 0)) {
        const int grey = 64, white = 255;
        unsigned char *end = bitmap.get_ptr() + bitmap.image_size();
        for (unsigned char *pixel = bitmap.get_ptr(); pixel < end; pixel += 4)
            paint(pixel, grey, grey, grey);
        for (int panel = 0; panel < count; panel++) {
            for (int y = 0; y < size; y++)
                for (int x = 0; x < size; x++)
                    set(panel, x, y, 0, 0, 0);
            for (int y = 0; y < PANELS_LETTER_ROWS * zoom; y++)
                for (int x = 0; x < size; x++)
                    if (is_ink(captions[panel], x / zoom, PANELS_LETTER_ROWS - 1 - y / zoom))
                        set(panel, x, size + gap + y, white, white, white);
        }
    }

    void set(int panel, int x, int y, int red, int green, int blue) {
        size_t column = (size_t)gap + (size_t)panel * (size + gap) + x, row = (size_t)gap + y;
        paint(bitmap.get_ptr() + 4 * (column + row * bitmap.x), red, green, blue);
    }

    void display_and_exit(void) { bitmap.display_and_exit(); }

private:
    int size, zoom, gap; /* zoom: of letters, 0 for none */
    CPUBitmap bitmap;

    static void paint(unsigned char *pixel, int red, int green, int blue) {
        pixel[0] = (unsigned char)red;
        pixel[1] = (unsigned char)green;
        pixel[2] = (unsigned char)blue;
        pixel[3] = 255;
    }

    /* Whether text, which begins at column 0, covers that place; rows count from the top. */
    static bool is_ink(const char *text, int column, int row) {
        size_t place = (size_t)column / PANELS_LETTER_COLUMNS;
        if (place >= strlen(text) || text[place] < 'a' || text[place] > 'z')
            return false;
        int letter = text[place] - 'a';
        return panels_letters[letter / 13 * PANELS_LETTER_ROWS + row]
                             [letter % 13 * PANELS_LETTER_COLUMNS +
                              column % PANELS_LETTER_COLUMNS] == '#';
    }
};

#endif
