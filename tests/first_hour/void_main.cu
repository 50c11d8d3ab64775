// main returns an int.
// both: 1 ~ HERE:[0-9]+: error: .*main\(\) returns int: write int main\(\)
#include <stdio.h>

void main() { // here
    printf("done\n");
}
