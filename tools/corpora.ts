/** `npm run corpora`: the long lists of strings from elsewhere, in every field on both databases and in every place of the pages. */
import { testsOfStrings } from './checks.ts'
import { prepareBrowser, runJourneys } from './journeys.ts'
import { tallied } from './report/tally.ts'
import { runStage } from './stages.ts'

process.env.NAUGHTY = 'full'
process.env.HOSTILE = 'full'
const strings = await tallied((env) => runStage({ ...testsOfStrings, env }))
const browser = prepareBrowser()
const isBuilt = browser !== null && (await runStage({ name: '网页 / pages', command: ['node', 'tools/build.ts'] }))
if (!browser || !isBuilt) process.exit(1)
const pages = await runJourneys(browser, ['hostile.spec.ts'])
for (const name of [...strings.red, ...pages.red]) console.log(`✗ ${name}`)
const failed = strings.failed + pages.failed
console.log(`${strings.passed + pages.passed} passed, ${failed} failed, ${strings.skipped + pages.skipped} skipped`)
process.exit(failed === 0 ? 0 : 1)
