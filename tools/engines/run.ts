/**
 * `npm run engines`: opens every page of both sites by its address in WebKit, the engine of Safari, and in Firefox, and
 * hands in a work there. The journeys run in Chromium; this is for what an engine alone gets wrong, such as the order
 * in which modules run. `npm run engines -- firefox` runs one of them.
 */
import { startSchool } from '../../e2e/start-school.ts'
import { nothingYet, writeTally } from '../report/tally.ts'
import { startFirefox } from './firefox.ts'
import { walks } from './walks.ts'
import { startWebKit } from './webkit.ts'
import type { Engine } from './window.ts'

const starts: Readonly<Record<string, () => Promise<Engine>>> = { webkit: startWebKit, firefox: startFirefox }
const only = process.argv.slice(2).filter((name) => name in starts)

const tally = nothingYet()

/** Does all walks in one engine, in a school of its own, and counts them. */
const walkIn = async (start: () => Promise<Engine>): Promise<void> => {
  const engine = await start()
  if ('missing' in engine) {
    console.log(`○ ${engine.missing}`)
    tally.skipped[engine.missing] = 1
    return
  }
  const school = await startSchool()
  for (const [name, walk] of Object.entries(walks)) {
    const began = Date.now()
    try {
      await walk(engine.window, school)
      tally.passed += 1
      console.log(`  ✓ ${engine.name}: ${name}  ${((Date.now() - began) / 1000).toFixed(1)} s`)
    } catch (error) {
      tally.failed += 1
      tally.red.push(`${engine.name} › ${name}`)
      console.log(`  ✗ ${engine.name}: ${name}\n${error instanceof Error ? error.message : error}`)
    }
  }
  await engine.window.close().catch(() => undefined)
  await engine.stop()
  await school.stop()
}

// Side by side: each waits for its pages most of the time.
await Promise.all(
  Object.entries(starts).map(([name, start]) => (only.length === 0 || only.includes(name) ? walkIn(start) : null)),
)
writeTally(tally)
process.exit(tally.failed === 0 ? 0 : 1)
