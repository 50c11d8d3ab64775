// main returns an int.
// each: g++ clang++
// $ ./book run
// $ ./book check
// exit: 1
// says: {here}:[0-9]+: error: .*main\(\) returns int: write int main\(\)
#include <stdio.h>

void main() { // here
    printf("done\n");
}
