int a; \

#define X(k) k \
   <<<1, 2
int b;
