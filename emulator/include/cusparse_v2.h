/* cusparse_v2.h: what cusparse.h declares. */
#include <cusparse.h>
