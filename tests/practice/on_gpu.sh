#!/bin/sh
# on_gpu.sh DEVICES JUDGE KIND FOLDER...: what the judge says of answers that run on a GPU, where nobody checks or counts.
# In each FOLDER is the process of an answer; KIND is right or wrong.
devices=$1 judge=$2 kind=$3
shift 3
"$devices" >/dev/null 2>&1 || { echo 'no GPU answers'; exit 77; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
failed=0
for folder; do
    name=${folder##*/}
    mkdir "$scratch/$name" || exit 1
    said=$(cd "$scratch/$name" && "$judge" 1 "$folder" "$name.cu" 2>&1)
    code=$?
    last=$(printf '%s\n' "$said" | tail -n 1)
    case $kind:$code:$last in
    'right:0:RIGHT: '* | 'wrong:1:NOT YET: '*) printf '%s: %s\n' "$name" "$last" ;;
    *)
        printf '%s is %s, and is told:\n%s\n' "$name" "$kind" "$said"
        failed=1
        ;;
    esac
done
exit $failed
