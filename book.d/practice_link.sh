# `./book practice link`, read by `book`: a task as a link into the site, whose fragment holds all of it.
# shellcheck shell=sh disable=SC2154  # the other parts set TASK

practice_link() {
    site=http://127.0.0.1:8000/
    while [ $# -gt 0 ]; do
        case $1 in
        --site | --site=*)
            option_value 'the address of a site' "$@"
            site=$value
            shift "$words"
            case ${site#http*://} in
            "$site" | '' | *[!A-Za-z0-9:/._~%-]*) usage_error "'$site' is no address of a site; one begins with https://" ;;
            esac
            ;;
        -h | --help) help_practice; return ;;
        --) shift; break ;;
        -*) usage_error "practice link has no option '$1'; it takes --site URL, --help" ;;
        *) break ;;
        esac
        shift
    done
    [ $# -ge 1 ] || usage_error 'practice link takes a task, or the folder of one'
    [ $# -eq 1 ] || usage_error "practice link takes one task, not '$2' as well"
    find_task "$1"
    case ${TASK##*/} in
    *[!A-Za-z0-9_]*) fail "practice link: '${TASK##*/}' is not accepted as a name; letters, digits and _ are" ;;
    esac
    for part in README.md hints.md start.cu; do
        [ -f "$TASK/$part" ] || fail "the task ${TASK##*/} has no $part"
    done
    packed=$(text_of_task | gzip -9n | base64 | tr '+/' '-_' | tr -d '=\n')
    [ -n "$packed" ] || fail 'practice link needs gzip and base64'
    link=${site%/}/practice/own.html#task=$packed
    printf '%s\n' "$link"
    say "${#link} characters, which hold the task; the site stores nothing"
}

# As site/.vitepress/theme/OwnTask.vue takes it.
text_of_task() {
    printf '{"name":"%s"' "${TASK##*/}"
    for part in question:README.md hints:hints.md source:start.cu task:task.cpp allowed:allowed_calls; do
        file=$TASK/${part#*:}
        [ -f "$file" ] || file=/dev/null
        printf ',"%s":"' "${part%%:*}"
        LC_ALL=C awk '{
            gsub(/[\\"]/, "\\\\&")
            gsub(/\t/, "\\t")
            gsub(/[\001-\037\177]/, "")
            printf "%s\\n", $0
        }' "$file"
        printf '"'
    done
    echo '}'
}
