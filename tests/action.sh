#!/bin/sh
# action.sh ROOT: the step of action.yml, as a runner would take it, in a repository of somebody's own: the inputs go to
# the environment by the names that stand there.
root=$1
command -v git >/dev/null || { echo 'no git here'; exit 77; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
git init -q "$scratch/theirs" && cd "$scratch/theirs" || exit 1
mkdir src
cat >src/right.cu <<'TEXT'
__global__ void one(int *a) { a[threadIdx.x] = 1; }
int main(int argc, char **) {
    int *a, x = 0;
    if (cudaMalloc(&a, 128) != cudaSuccess || argc != 2) return 9;
    one<<<1, 32>>>(a);
    if (cudaGetLastError() != cudaSuccess || cudaMemcpy(&x, a, 4, cudaMemcpyDeviceToHost) != cudaSuccess) return 9;
    return cudaFree(a) != cudaSuccess || argc != 2;
}
TEXT
sed 's/a\[threadIdx.x\] = 1/a[0] = threadIdx.x/' src/right.cu >src/racy.cu
echo 'int main() { for (;;) ; }' >src/endless.cu
echo 'int main() { return nothing; }' >src/broken.cu
git add . && mkdir "$scratch/out"

# Every input has a variable in the step, and the step names no other.
for input in files arguments sarif seconds; do
    grep -q ": \${{ inputs.$input }}\$" "$root/action.yml" || { echo "action.yml does not use $input"; exit 1; }
done
step=$(sed -n 's/^    - run: //p' "$root/action.yml")

# action CODE FILES: runs the step.
wrong=0
action() {
    expected=$1
    GITHUB_ACTION_PATH=$root GITHUB_STEP_SUMMARY=$scratch/summary FILES=$2 ARGUMENTS=--same SARIF=$scratch/out \
        SECONDS_EACH=${3:-60} sh -c "$step" >"$scratch/said" 2>&1
    got=$?
    [ $got -eq "$expected" ] || { cat "$scratch/said"; echo "expected exit code $expected for $2, got $got"; wrong=1; }
}
says() { grep -q -- "$1" "${2:-$scratch/said}" || { cat "${2:-$scratch/said}"; echo "it does not say: $1"; wrong=1; }; }

action 0 src/right.cu
says '^src/right.cu: no mistakes$'
[ -z "$(ls "$scratch/out")" ] || { echo 'there are findings'; wrong=1; }
action 1 "$(printf 'src/ra*.cu\nsrc/right.cu\nsrc/broken.cu')"
says '^::error file=src/racy.cu::mistakes were found$'
says '^::error file=src/broken.cu::ended with exit code'
says '^src/right.cu: no mistakes$'
says '"startLine": 1' "$scratch/out/2.sarif"
says '| src/racy.cu | mistakes were found |' "$scratch/summary"
action 1 src/endless.cu 5
says 'did not end within 5 seconds'
action 2 'no*.cu'
says '^::error::no file of this repository is named by: no\*.cu$'
action 2 src/right.cu soon
says "::error::seconds is a whole number from 1 on, not 'soon'"
exit $wrong
