import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withInstallation, type Installation } from './installation.ts'
import type { Row } from './table.ts'
import { tryFault, type Trial } from './trial.ts'

const hours = 3_600_000

/** Work that is due every twenty seconds at most. */
const frequent = "('tasks.open', 'tasks.expire', 'submissions.end', 'search.follow', 'rankings.follow')"

/** Checks that frequent jobs run soon, whatever the clock showed in between; returns those that do not. */
const jobsGoOn = async ({ reader }: Installation): Promise<string[]> => {
  const began = Date.now()
  const idle = () =>
    reader.look(async (rows) =>
      rows<{ name: string; last_at: number }>(
        `select name, last_at from job_leases where name in ${frequent} and (last_at < ${began} or last_at > ${Date.now() + 60_000})`,
      ),
    )
  while (Date.now() < began + 45_000) {
    if ((await idle()).length === 0) return []
    await sleep(500)
  }
  return (await idle()).map(({ name }) => `${name} stands still`)
}

const shifted =
  (step: number): Trial['disturb'] =>
  async (installation) => {
    const file = join(installation.folder, 'clock')
    writeFileSync(file, String(step * hours))
    return async () => writeFileSync(file, '0')
  }

const jumps: readonly { name: string; step: number }[] = [
  { name: 'clock 25 h ahead and back', step: 25 },
  { name: 'clock 25 h behind and back', step: -25 },
]

export const clockFaults = async function* (rounds: number): AsyncGenerator<Row> {
  for (let round = 0; round < rounds; round += 1) {
    for (const dialect of ['SQLite', 'PostgreSQL'] as const) {
      for (const { name, step } of jumps) {
        yield await withInstallation(dialect, {}, (installation) => {
          const file = join(installation.folder, 'clock')
          writeFileSync(file, '0')
          return tryFault(installation, {
            fault: `${dialect}: ${name}`,
            disturb: shifted(step),
            // Long enough for jobs to note when they are due next.
            brokenMs: 24_000,
            isTold: false,
            afterwards: jobsGoOn,
            // An upload without progress for a day is discarded, and by this clock a day has passed.
            isRight: ({ what }) => step > 0 && what.includes('was begun and cannot be ended'),
            start: { node: ['--import', join(import.meta.dirname, 'shift-clock.ts')], env: { CLOCK_SHIFT: file } },
          })
        })
      }
    }
  }
}
