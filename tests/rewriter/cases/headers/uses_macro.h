KERNEL_FROM_HEADER from_macro() { }
