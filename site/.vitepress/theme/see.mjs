// What See has recorded of a run, and the part of an address that leads back to what the reader sees of it.
import { shallowRef } from 'vue'

export function useSee() {
    const shown = shallowRef(null) // { trace, link, moved }: as See.vue takes them
    const viewer = shallowRef(null) // See.vue
    let trace = null // of the run that goes on
    let command = '' // that was recorded
    let moment = '' // with which the next recording is shown

    /** `run=COMMAND&MOMENT`: the moment that is shown; '' where nothing is. */
    const address = (link = viewer.value?.link()) => (shown.value && link ? `run=${encodeURIComponent(command)}&${link}` : '')

    return {
        shown,
        viewer,
        address,
        forget() {
            shown.value = trace = null
        },
        heard(bytes) {
            trace = bytes
        },
        /** Goes to a moment of what is shown, if that is what this command has recorded; else the next recording begins with it. */
        goTo(link, ofCommand) {
            const isShown = Boolean(shown.value && link) && ofCommand === command
            if (isShown) viewer.value?.follow(link)
            else moment = link
            return isShown
        },
        /** The program has ended: whether there is something to see. inAddress: whether the page's address is to say what. */
        end(ofCommand, inAddress) {
            if (!trace) return false
            command = ofCommand
            const { pathname } = location // a link may have led away since
            const moved = inAddress ? (link) => location.pathname === pathname && history.replaceState(history.state, '', `#${address(link)}`) : null
            shown.value = { trace, link: moment, moved }
            trace = null
            moment = ''
            return true
        }
    }
}
