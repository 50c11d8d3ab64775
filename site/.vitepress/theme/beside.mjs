// Which program lies beside the text of a chapter, and what is asked of it.
import { reactive } from 'vue'

export const beside = reactive({
    program: null,
    open: false,
    request: null // a command to run, as commands.mjs parses it
})

/** Whether text and program have room side by side. */
export const fitsBeside = () => matchMedia('(min-width: 1180px)').matches
