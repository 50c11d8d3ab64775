#include "headers/never_read.h"
