// 01_double: includes the reference
// says: REFUSED: {file}:{line}: an answer includes nothing but
#include "../../../practice/01_double/reference.cu" // here
