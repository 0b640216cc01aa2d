/** `npm test`: everything, and as its last line how many passed and failed. */
import { allTests, staticChecks } from './checks.ts'
import { prepareBrowser, runJourneys } from './journeys.ts'
import { tallied } from './report/tally.ts'
import type { Tally } from './report/tally.ts'
import { runStage } from './stages.ts'

const started = Date.now()
const total: Tally = { passed: 0, failed: 0, skipped: 0 }

const add = (tally: Tally): void => {
  total.passed += tally.passed
  total.failed += tally.failed
  total.skipped += tally.skipped
}
const addOne = (isGood: boolean): boolean => {
  add({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 })
  return isGood
}

console.log('▸ 浏览器与字体 / browser and fonts')
const browser = prepareBrowser()
// Side by side: two cores, and each of them keeps one busy.
for (const isGood of await Promise.all(staticChecks.map(runStage))) addOne(isGood)
add(await tallied((env) => runStage({ ...allTests, env })))
const isBuilt = addOne(await runStage({ name: '网页 / pages', command: ['node', 'tools/build.ts'] }))
if (isBuilt) addOne(await runStage({ name: '网页大小 / size of the pages', command: ['node', 'tools/check-sizes.ts'] }))
if (browser && isBuilt) add(await runJourneys(browser, []))
else addOne(false) // no journey could be made

console.log(`\n${((Date.now() - started) / 1000).toFixed(0)} s${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
