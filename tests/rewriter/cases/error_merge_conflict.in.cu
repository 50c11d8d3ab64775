<<<<<<< HEAD
int a;
=======
int b;
>>>>>>> other
