import { otherPages } from '../generator/book.mjs'

export default { paths: otherPages }
