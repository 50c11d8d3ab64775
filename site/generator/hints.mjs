/** The hints of a task, a numbered list, as texts. */
export const hintsIn = (text) => text.split(/^\d+\. /m).slice(1).map((hint) => hint.replace(/^ {3}/gm, '').trim())
