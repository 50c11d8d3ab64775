// main returns an int.
// run: 1 ~ HERE:[0-9]+: error: ~ TODO
// check: 1 ~ HERE:[0-9]+: error: ~ TODO
#include <stdio.h>

void main() { // here
    printf("done\n");
}
