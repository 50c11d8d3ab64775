/* host_config.h: what host compilers differ in. Programs include it by name; there is nothing to
 * it. */
