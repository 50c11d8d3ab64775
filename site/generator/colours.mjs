// The colours of code, for a light page and for a dark one. Given two themes, Shiki would read each text twice, which
// is a quarter of the work of making the pages. But these two colour the same parts of a text: one reading is enough.
import light from '@shikijs/themes/github-light-high-contrast'
import dark from '@shikijs/themes/github-dark-high-contrast'

export { light }

const darkOf = new Map()
const put = (one, other) => {
    if ((darkOf.get(one) ?? other) !== other) throw new Error(`${dark.name} has two colours for ${one} of ${light.name}`)
    darkOf.set(one, other)
}
put(light.colors['editor.foreground'].toUpperCase(), dark.colors['editor.foreground'].toUpperCase())
for (const [i, { scope, settings }] of light.tokenColors.entries()) {
    const there = dark.tokenColors[i]
    if (`${scope}` !== `${there.scope}` || settings.fontStyle !== there.settings.fontStyle)
        throw new Error(`${light.name} and ${dark.name} colour different parts of a text`)
    if (settings.foreground) put(settings.foreground.toUpperCase(), there.settings.foreground.toUpperCase())
}

/** Puts both colours in the place of the light one, as VitePress's styles expect them. */
export const inTheDarkToo = {
    span(node) {
        if (!node.properties.style) return // of a text without colours
        const [, colour, rest] = node.properties.style.match(/^color:(#\w+)(.*)$/)
        node.properties.style = [['light', colour], ['dark', darkOf.get(colour)]]
            .map(([theme, own]) => `--shiki-${theme}:${own}${rest.replaceAll(';', `;--shiki-${theme}-`)}`).join(';')
    }
}
