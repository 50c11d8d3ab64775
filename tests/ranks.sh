#!/bin/sh
# ranks.sh PROGRAM [OPTION...]: runs a program that uses MPI in BOOK_RANKS processes, 3 if not said. With
# BOOK_FAILING_CALL=N call N to CUDA fails, in the last rank only.
ranks=${BOOK_RANKS:-3}
unset OMPI_MCA_orte_create_session_dirs # which mpirun needs: its own, as those side by side would remove each other's
export OMPI_MCA_orte_top_session_dir="${TMPDIR:-/tmp}/ompi.ranks.$$"
case $(mpirun --version 2>/dev/null) in *'Open MPI'*) more=--oversubscribe ;; *) more='' ;; esac
[ "$(id -u)" != 0 ] || export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# MPI keeps memory of its own to the end.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export ASAN_OPTIONS
if [ -z "${BOOK_FAILING_CALL:-}" ]; then
    exec mpirun $more -np "$ranks" "$@"
fi
exec mpirun $more -np $((ranks - 1)) "$@" : -np 1 env CUDA_EMULATOR_FAIL_CALL="$BOOK_FAILING_CALL" "$@"
