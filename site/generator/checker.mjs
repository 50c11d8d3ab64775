/** Whether the engine has the checker. Where it has not, the page says what does the same on one's own machine. */
export const CHECKER = true
