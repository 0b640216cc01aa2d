import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSchool, UNTOUCHED_SAMPLE } from './start-school.ts'

// The first jobs of a school with photos, versions and no backup; once they are done, none are left over.
const firstWork = [
  'backup',
  'files.pictures',
  'files.recordings',
  'rankings.follow',
  'reviews.compare',
  'search.follow',
]
const PATIENCE_MS = 60_000

/** Waits until the jobs of a first start are done; where they take too long, each school does what is left of them. */
const settled = async (dataDir: string): Promise<void> => {
  const file = new DatabaseSync(join(dataDir, 'app.db'), { readOnly: true })
  const jobs = file.prepare('select name, held_until, last_at, failed_at from job_leases')
  const until = performance.now() + PATIENCE_MS
  const isDone = () => {
    const rows = jobs.all()
    const done = new Set(
      rows.filter(({ last_at, failed_at }) => (last_at ?? failed_at) !== null).map(({ name }) => name),
    )
    return firstWork.every((name) => done.has(name)) && rows.every(({ held_until }) => held_until === 0)
  }
  while (!isDone() && performance.now() < until) await sleep(50)
  file.close()
}

/**
 * Makes the sample school once in a run: every journey's school begins as a copy of it, which is there at once and has
 * nothing to catch up with. Smaller copies of its photos and the like took each of them three seconds of the processor.
 */
export default async () => {
  const school = await startSchool()
  await settled(school.dataDir)
  await school.stop({ keepsFolder: true })
  process.env[UNTOUCHED_SAMPLE] = school.dataDir
  return () => rm(school.dataDir, { recursive: true, force: true })
}
