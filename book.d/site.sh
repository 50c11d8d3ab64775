# `./book site`, read by `book`: the chapters as a static site, in which the programs run.
# shellcheck shell=sh disable=SC2034,SC2154  # the other parts set ROOT, BUILD and YES, and read YES

help_site() {
    cat <<'TEXT'
usage: ./book site [--serve [--port N]] [--address URL] [--yes]

Builds the site into build/site: the chapters, and their programs to be run and
changed in a browser. Any static host can serve that folder, at any address.
  --serve                  shows it on this machine, and prints its address
  --port N                 with --serve: on that port; default: 8000, or the next
                           that is free
  --address URL            where the site will be: pages that show a preview of a
                           link need it for its picture, and nothing else does
  --yes, -y                install missing packages without asking
  --help, -h               this text
TEXT
}

NODE_NEEDED=18.17
# The packages of what makes the site, if they are not there as they must be.
missing_for_site() {
    version=$(node --version 2>/dev/null) && at_least "${version#v}" $NODE_NEEDED || echo nodejs
    command -v npm >/dev/null || echo npm
}

cmd_site() {
    serve='' port='' address=''
    while [ $# -gt 0 ]; do
        case $1 in
        --serve) serve=yes ;;
        --port | --port=*)
            case $1 in
            --port=*) port=${1#*=} ;;
            *)
                [ $# -ge 2 ] || usage_error "--port needs a number"
                port=$2
                shift
                ;;
            esac
            case $port in '' | *[!0-9]* | ??????*) usage_error "'$port' is no port; ports are 1 to 65535" ;; esac
            { [ "$port" -ge 1 ] && [ "$port" -le 65535 ]; } || usage_error "'$port' is no port; ports are 1 to 65535"
            ;;
        --address | --address=*)
            case $1 in
            --address=*) address=${1#*=} ;;
            *)
                [ $# -ge 2 ] || usage_error "--address needs a URL"
                address=$2
                shift
                ;;
            esac
            case ${address#http*://} in
            "$address" | '' | *[!A-Za-z0-9:/._~%-]*) usage_error "'$address' is no address of a site; one begins with https://" ;;
            esac
            ;;
        -y | --yes) YES=1 ;;
        -h | --help) help_site; return ;;
        *) usage_error "site takes no '$1'; it takes --serve, --port N, --address URL, --yes, --help" ;;
        esac
        shift
    done
    [ -z "$port" ] || [ -n "$serve" ] || usage_error "--port goes with --serve"
    choose_build_dir
    missing=$(missing_for_site)
    # shellcheck disable=SC2086  # a list of packages
    need_for_site $missing
    QUIETLY='is building the site' lock_tree
    site_packages
    say "building the site in $BUILD/site"
    site_log=$BUILD/book/site.log
    site_engine >"$site_log" 2>&1 || { cat "$site_log" >&2; fail "the engine of the site could not be built (above)"; }
    # Much is made and soon dropped: with more room for that a fifth of the time goes.
    sh "$ROOT/site/node.sh" --max-semi-space-size=64 "$ROOT/site/generator/make.mjs" "$BUILD" ${address:+"$address"} >"$site_log" 2>&1 ||
        { cat "$site_log" >&2; fail "the pages of the site could not be built (above)"; }
    unlock
    if [ -z "$serve" ]; then
        say "the site is in $BUILD/site; ./book site --serve shows it, and any static host can serve that folder"
        return
    fi
    say "Ctrl+C ends it; the site is at"
    trap - INT
    exec sh "$ROOT/site/node.sh" "$ROOT/site/generator/serve.mjs" "$BUILD/site" ${port:+"$port"}
}

# Installs the packages $* that the site needs and this machine lacks.
need_for_site() {
    [ $# -gt 0 ] || return 0
    if command -v apt-get >/dev/null && may_install "$@"; then
        say "installing $*"
        apt update || say "apt-get update failed; trying with the package lists there are"
        apt install -y --no-install-recommends "$@" || fail "apt-get could not install $* (its message is above)"
        [ -n "$(missing_for_site)" ] || return 0
        fail "node is version $(node --version), and $NODE_NEEDED or newer is needed: https://nodejs.org/en/download"
    fi
    say "what makes the site is missing here: $* (Node $NODE_NEEDED or newer). To install it:"
    if command -v apt-get >/dev/null; then say_how_to_install "$@"; else other_systems "$@"; fi
    exit 1
}

# The packages of site/package-lock.json, as they are locked: installed again only when the lock has changed.
site_packages() {
    ! cmp -s "$ROOT/site/package-lock.json" "$ROOT/site/node_modules/.locked" || return 0
    [ -w "$ROOT/site" ] || fail "$ROOT/site is read-only: the site is built in a checkout of your own"
    say "loading the packages of the site (about 175 MB)"
    (cd -- "$ROOT/site" && npm ci --ignore-scripts --no-fund --no-audit) </dev/null >"$BUILD/book/npm.log" 2>&1 || {
        cat "$BUILD/book/npm.log" >&2
        fail "npm could not install the packages of the site (above)"
    }
    cp "$ROOT/site/package-lock.json" "$ROOT/site/node_modules/.locked"
}

# The engine and the programs, compiled for it; what is up to date is not made again.
site_engine() {
    [ ! -f "$ROOT/site/engine/build.sh" ] || sh "$ROOT/site/engine/build.sh" "$BUILD/site_engine" "$BUILD/site"
}
