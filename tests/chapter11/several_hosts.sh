#!/bin/sh
# several_hosts.sh PROGRAM [OPTION...]: runs it in two ranks, each of which MPI takes for the only one of its host.
command -v mpicc >/dev/null || { echo 'no mpicc'; exit 77; }
here=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cat >"$folder/hosts.c" <<'C'
#include <mpi.h>
int MPI_Comm_split_type(MPI_Comm all, int type, int key, MPI_Info info, MPI_Comm *host) {
    int rank;
    (void)type, (void)info;
    PMPI_Comm_rank(all, &rank);
    return PMPI_Comm_split(all, rank, key, host);
}
C
mpicc -shared -fPIC "$folder/hosts.c" -o "$folder/hosts.so" || exit 1
program=$1
shift
BOOK_RANKS=2 sh "$here/ranks.sh" env LD_PRELOAD="$folder/hosts.so" "$program" "$@"
