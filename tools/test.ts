/**
 * `npm test`: what ten minutes hold of all tests (e2e/short-run.ts); with `CI=true` or `-- --whole` everything. The
 * last line says how many passed and failed.
 */
import { SHORT_RUN } from '../e2e/short-run.ts'
import { allTests, shortTests, staticChecks } from './checks.ts'
import { prepareBrowser, runJourneys } from './journeys.ts'
import { addTally, nothingYet, skippedLines, tallied } from './report/tally.ts'
import type { Stage } from './stages.ts'
import { runStage } from './stages.ts'

const started = Date.now()
const isWhole = process.env.CI === 'true' || process.argv.includes('--whole')
const total = nothingYet()

const addOne = (isGood: boolean, name: string): boolean => {
  addTally(total, { ...nothingYet(), passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, red: isGood ? [] : [name] })
  return isGood
}
const runOne = async (stage: Stage): Promise<boolean> => addOne(await runStage(stage), stage.name)
const runCounted = async (stage: Stage): Promise<void> =>
  addTally(total, await tallied((env) => runStage({ ...stage, env: { ...stage.env, ...env } })))

console.log('▸ 浏览器与字体 / browser and fonts')
const browser = prepareBrowser()
// Side by side: two cores, and each of them keeps one busy.
await Promise.all(staticChecks.map(runOne))
await runCounted(isWhole ? allTests : shortTests)
const isBuilt = await runOne({ name: '网页 / pages', command: ['node', 'tools/build.ts'] })
if (isBuilt) await runOne({ name: '网页大小 / size of the pages', command: ['node', 'tools/check-sizes.ts'] })
if (isBuilt && isWhole)
  await runCounted({
    name: 'Safari 的内核和 Firefox / Safari’s engine and Firefox',
    command: ['node', 'tools/engines/run.ts'],
    minutes: 30,
  })
if (browser && isBuilt) addTally(total, await runJourneys({ ...browser, ...(!isWhole && { [SHORT_RUN]: '1' }) }, []))
else addOne(false, '浏览器里的旅程 / journeys in a browser: none could be made')

console.log('')
for (const name of total.retried) console.log(`↻ ${name}`)
for (const name of total.red) console.log(`✗ ${name}`)
const skipped = skippedLines(total)
for (const line of skipped.lines) console.log(line)
if (!isWhole) console.log('○ 这是短的一轮，全部的用 / this is the short run, for all of them: npm test -- --whole')
console.log(`${((Date.now() - started) / 1000).toFixed(0)} s${skipped.all > 0 ? `, ${skipped.all} skipped` : ''}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
