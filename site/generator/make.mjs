// node make.mjs BUILD [ADDRESS]: makes the pages of the site in BUILD/site_pages, and of them the site in BUILD/site,
// which will be at that address, if it is known.
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const build = path.resolve(process.argv[2])
process.env.SITE_PAGES = `${build}/site_pages`
process.env.SITE_CACHE = `${build}/site_cache`
const { build: makePages } = await import('vitepress')
const { finish } = await import('./finish.mjs')

await makePages(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'))
finish(`${build}/site_pages`, `${build}/site`, process.argv[3]?.replace(/\/*$/, '/'))
