/**
 * `npm run corpora`: the long lists of strings from elsewhere, in every field on both databases and in every place of
 * the pages.
 */
import { testsOfStrings } from './checks.ts'
import { prepareBrowser, runJourneys } from './journeys.ts'
import { addTally, skippedLines, tallied } from './report/tally.ts'
import { runStage } from './stages.ts'

process.env.NAUGHTY = 'full'
process.env.HOSTILE = 'full'
const strings = await tallied((env) => runStage({ ...testsOfStrings, env }))
const browser = prepareBrowser()
const isBuilt = browser !== null && (await runStage({ name: '网页 / pages', command: ['node', 'tools/build.ts'] }))
if (!browser || !isBuilt) process.exit(1)
const pages = await runJourneys(browser, ['hostile.spec.ts'])
addTally(strings, pages)
for (const name of strings.red) console.log(`✗ ${name}`)
const skipped = skippedLines(strings)
for (const line of skipped.lines) console.log(line)
console.log(`${strings.passed} passed, ${strings.failed} failed, ${skipped.all} skipped`)
process.exit(strings.failed === 0 ? 0 : 1)
