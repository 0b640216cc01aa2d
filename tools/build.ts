/** `npm run build`: the sites, where they are missing or older than their sources; `--force` builds them anyway. */
import { buildSite, isStale, sites } from './sites.ts'

const force = process.argv.includes('--force')
const stale = sites().filter((site) => force || isStale(site))
if (stale.length > 0) console.log('正在生成网页…… / Building the pages …')
try {
  for (const site of stale) await buildSite(site)
} catch (error) {
  console.error('网页没有生成 / The pages could not be built:')
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
