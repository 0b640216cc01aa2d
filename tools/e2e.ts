/** `npm run e2e -- [file or title]`: the journeys alone; arguments go on to Playwright. */
import { prepareBrowser, runJourneys } from './journeys.ts'
import { runStage } from './stages.ts'

const browser = prepareBrowser()
if (!browser) process.exit(1)
if (!(await runStage({ name: '网页 / pages', command: ['node', 'tools/build.ts'] }))) process.exit(1)
const { passed, failed } = await runJourneys(browser, process.argv.slice(2))
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
