// The texts in a workbench: the program's and its headers', in the version that is open, with the editor that shows
// one of them. What is typed is kept a moment later.
import { computed, reactive, ref } from 'vue'
import { Versions, YOURS } from './versions.mjs'

const PAUSE = 300 // milliseconds without a key, after which a text is kept

const stored = (name) => {
    try {
        return globalThis[name]
    } catch {
        return null // a browser that keeps nothing: the texts stay as long as the page
    }
}

/**
 * main: the name of the program's file. kept: the name that what the reader makes of it is kept under. say(text): tells the
 * reader. shown(): another text is in the editor.
 */
export function useTexts(main, { kept = main, say, shown }) {
    const originals = reactive({}) // the book's, by their names in the checkout
    const files = reactive({}) // as they are now
    const tab = ref(main)
    const version = reactive({ id: YOURS, name: YOURS, base: {} })
    const list = ref([])
    const versions = new Versions(kept, stored('localStorage'))
    const session = stored('sessionStorage')
    const lastKey = `book:version:${kept}` // the one that this tab had open
    let editor = null

    const asItCame = (file) => version.base[file] ?? originals[file]
    const names = () => Object.keys(originals)
    const changed = computed(() => names().some((file) => files[file] !== originals[file]))
    const touched = computed(() => names().some((file) => files[file] !== asItCame(file)))
    const differing = () => Object.fromEntries(names().filter((file) => files[file] !== originals[file]).map((file) => [file, files[file]]))
    const refresh = () => (list.value = versions.list())

    function start(texts, madeEditor) {
        Object.assign(originals, texts)
        editor = madeEditor
        const last = session?.getItem(lastKey) ?? YOURS
        open(versions.keeps(last) ? last : YOURS)
        addEventListener('storage', hear)
        addEventListener('pagehide', saveTyped)
    }
    function end() {
        removeEventListener('storage', hear)
        removeEventListener('pagehide', saveTyped)
        saveTyped()
    }

    function openTab(file) {
        tab.value = file
        editor.open(version.id, file, files[file])
        shown()
    }

    // ---- keeping

    let waiting = null
    function typed(text) {
        files[tab.value] = text
        clearTimeout(waiting)
        waiting = setTimeout(save, PAUSE)
    }

    const present = () => ({ name: version.name, files: differing(), base: { ...version.base } })
    function save() {
        clearTimeout(waiting)
        waiting = null
        const trouble = versions.write(version.id, present())
        if (trouble === 'elsewhere') part()
        if (trouble === 'full') sayFull()
    }
    function saveTyped() {
        if (waiting !== null) save()
    }
    const sayFull = () => say('This browser keeps no more: download this text, or it is gone with the page.')

    // Two tabs have changed one version at the same time.
    function part() {
        const before = version.id
        const { id, name, trouble } = versions.add({ ...present(), name: `${version.name}, of this tab` })
        Object.assign(version, { id, name })
        editor.rename(before, id)
        session?.setItem(lastKey, id)
        refresh()
        if (trouble) sayFull()
        else say(`Another tab has changed this text at the same time. Both are kept: here you have “${name}”.`)
    }

    // Another tab has changed what is open here, and here nothing has been typed since: both show the same.
    function hear(event) {
        const id = versions.changedBy(event)
        if (id === null) return
        refresh()
        if (id !== version.id || waiting !== null || (id !== YOURS && !versions.keeps(id))) return
        const now = versions.read(id)
        for (const file of names()) {
            const text = now.files[file] ?? originals[file]
            if (text === files[file]) continue
            if (file === tab.value) editor.replace(text, false)
            files[file] = text
        }
        clearTimeout(waiting) // it is kept
        waiting = null
        say('Another tab of this browser has changed this text, and so it stands here, too.')
    }

    // ---- versions

    /** Shows a version; `given`: what is in it, where that is known. */
    function open(id, given = versions.read(id)) {
        saveTyped()
        Object.assign(version, { id, name: given.name, base: given.base })
        session?.setItem(lastKey, id)
        for (const file of names()) files[file] = given.files[file] ?? originals[file]
        openTab(tab.value in files ? tab.value : main)
        refresh()
    }

    function add(made, asId) {
        saveTyped()
        const { id, name, trouble } = versions.add(made, asId)
        open(id, { ...made, name })
        if (trouble) sayFull()
        return name
    }

    /** A text that came by a link, which the word `word` stands for. It lies beside the reader's own. */
    function take(word, texts) {
        const came = Object.fromEntries(Object.entries(texts).filter(([file, text]) => file in originals && typeof text === 'string'))
        const id = `link${word.length}${word.slice(-16)}`
        saveTyped()
        if (versions.keeps(id)) open(id)
        else add({ name: 'shared by link', files: came, base: came }, id)
        const besides = touched.value ? ' You have changed it since.' : versions.keeps(YOURS) ? ' Yours lies beside it.' : ''
        say(`This text came with the link. Look at it before you run it.${besides}`)
    }

    function keepAs(name) {
        say(`You are in “${add({ ...present(), name })}” now; the text before is where it was.`)
    }

    function throwAway(id) {
        versions.throwAway(id)
        if (id === version.id) {
            clearTimeout(waiting)
            waiting = null
            open(YOURS)
        }
        refresh()
    }

    /** A file of the reader's machine becomes a version. */
    async function openFile(file) {
        const text = (await file.text()).replaceAll('\r\n', '\n')
        if (text.includes('\0')) return say(`${file.name} is no text.`)
        const same = names().find((name) => name.split('/').at(-1) === file.name)
        add({ name: file.name, files: { ...differing(), [same ?? main]: text }, base: { [same ?? main]: text } })
        openTab(same ?? main)
        say(`“${file.name}” is open. What you had is still there.`)
    }

    function download() {
        const name = tab.value.split('/').at(-1)
        const address = URL.createObjectURL(new Blob([files[tab.value]], { type: 'text/plain' }))
        Object.assign(document.createElement('a'), { href: address, download: name }).click()
        setTimeout(() => URL.revokeObjectURL(address), 1000)
    }

    // ---- changes that the reader can take back with Ctrl+Z

    function setText(file, text) {
        if (tab.value !== file) openTab(file)
        editor.replace(text)
    }
    function setAll(textOf) {
        for (const file of names()) if (files[file] !== textOf(file)) setText(file, textOf(file))
    }
    const undoAll = () => setAll(asItCame)
    const toTheBook = () => setAll((file) => originals[file])

    return {
        originals, files, tab, version, list, changed, touched, differing,
        start, end, save, typed, openTab, open, take, keepAs, throwAway, openFile, download, setText, undoAll, toTheBook
    }
}
