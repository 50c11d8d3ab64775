#!/bin/sh
# with_display.sh COMMAND [ARGUMENT...]: runs the command on an X display of its own, which no
# monitor shows (Xvfb), with OpenGL in software, and passes on its exit code. The display ends with
# the command, or with this script. 77 where there is no Xvfb.
[ $# -gt 0 ] || { echo "usage: with_display.sh COMMAND [ARGUMENT...]" >&2; exit 2; }
command -v Xvfb >/dev/null || { echo "no Xvfb here"; exit 77; }

folder=$(mktemp -d) && : >"$folder/number" || exit 1
server='' watcher='' command=''
# shellcheck disable=SC2317,SC2329  # called by the traps
end() {
    trap '' HUP INT TERM
    for process in $command $watcher $server; do
        kill "$process" 2>/dev/null
    done
    # The display's number is free, and its socket gone, when the server is.
    [ -z "$server" ] || wait "$server" 2>/dev/null
    rm -rf "$folder"
}
trap end EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# -noreset: it would reset itself each time the last window closes, and refuse whoever connects
# meanwhile. What it says must not keep open the pipe that this script's output goes to.
Xvfb -displayfd 3 -screen 0 1600x1200x24 -nolisten tcp -noreset \
    3>"$folder/number" >"$folder/log" 2>&1 </dev/null &
server=$!
# Ends it also where this script is killed and can do nothing.
{
    while kill -0 $$ 2>/dev/null; do sleep 1; done
    kill "$server"
    rm -rf "$folder"
} </dev/null >/dev/null 2>&1 &
watcher=$!

# It writes its number, and a newline, once it can be connected to.
tries=0
until [ "$(wc -l <"$folder/number")" -gt 0 ]; do
    tries=$((tries + 1))
    if [ $tries -gt 600 ] || ! kill -0 "$server" 2>/dev/null; then
        echo "Xvfb did not start; it said:" >&2
        cat "$folder/log" >&2
        exit 1
    fi
    sleep 0.1
done
DISPLAY=:$(cat "$folder/number")
LIBGL_ALWAYS_SOFTWARE=1
export DISPLAY LIBGL_ALWAYS_SOFTWARE
unset WAYLAND_DISPLAY XAUTHORITY

# In the background, because a trap waits for what runs in the foreground.
exec 4<&0
"$@" <&4 4<&- &
command=$!
wait "$command"
status=$?
command=''
exit $status
