/**
 * The waiting times of staff, over SQLite in this process: the grid of 500 students and 60 tasks, a queue of 10,000
 * works, exports of 30,000 rows, the import of 5,000. For each the time, the memory it adds, and the longest stop of
 * the event loop beside that of an idle process just before: a busy machine stops both. The product's own share of a
 * stop is printed too.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { gradesAdmin } from '../../contract/src/grades.admin.ts'
import { rosterAdmin } from '../../contract/src/roster.admin.ts'
import { reviewsAdmin } from '../../contract/src/reviews.admin.ts'
import { aUser } from '../../server/src/accounts/factory.ts'
import { aGuild, aMember } from '../../server/src/guilds/factory.ts'
import { aSubmission } from '../../server/src/submissions/factory.ts'
import { anEnrolment, aTask } from '../../server/src/tasks/factory.ts'
import { testApp, type School } from '../../server/src/testing/test-app.ts'

const STUDENTS = 500
const TASKS = 60
const WAITING = 10_000
const LISTED = 5_000

type Watched = { ms: number; stop: number; turn: number }

/** The most processor time this thread used between two turns of its loop, without that of other processes. */
const longestTurn = (): (() => number) => {
  let longest = 0
  let last = process.threadCpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1_000)
    last = process.threadCpuUsage()
  }, 1)
  return () => {
    clearInterval(timer)
    return longest
  }
}

/** How long some work takes, and the longest stop of the event loop meanwhile. */
const watched = async (work: () => Promise<unknown>): Promise<Watched> => {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const turns = longestTurn()
  const began = performance.now()
  await work()
  const ms = performance.now() - began
  await sleep(5)
  delay.disable()
  return { ms, stop: delay.max / 1e6, turn: turns() }
}

const measured = async (name: string, aim: string, work: () => Promise<unknown>, isOnce = false): Promise<void> => {
  if (!isOnce) await work()
  globalThis.gc?.()
  const idle = await watched(() => sleep(1_000))
  const before = process.memoryUsage().rss
  const { ms, stop, turn } = await watched(work)
  const mb = (process.memoryUsage().rss - before) / 2 ** 20
  const cells = [
    `${ms.toFixed(0).padStart(7)} ms`,
    `${mb.toFixed(0).padStart(6)} MB`,
    `  longest stop ${stop.toFixed(0)} ms (idle ${idle.stop.toFixed(0)} ms), of our own work ${turn.toFixed(0)} ms`,
  ]
  console.log(`${name.padEnd(32)}${aim.padEnd(14)}${cells.join('')}`)
}

const list = (): string =>
  [
    '学号,姓名,班级',
    ...Array.from({ length: LISTED }, (_, index) => `${5_000_000 + index},新生${index},高一（${1 + (index % 20)}）班`),
  ].join('\n')

/** Measures and prints. */
export const measureStaff = async (): Promise<void> => {
  const school = await testApp()
  const { db } = school.app
  const admin = await aUser(db, { roles: ['admin'] })
  const guild = await aGuild(db, { name: '大公会' })
  await db.transaction().execute(async (db) => {
    const tasks = []
    for (let i = 0; i < TASKS; i += 1) tasks.push(await aTask(db, { guild_id: guild.id, title: `第 ${i + 1} 个任务` }))
    let waiting = 0
    for (let i = 0; i < STUDENTS; i += 1) {
      const user = await aUser(db, { real_name: `学生 ${i}`, student_no: String(2_026_000 + i) })
      await aMember(db, { guild_id: guild.id, user_id: user.id })
      for (const task of tasks) {
        const waits = waiting < WAITING
        const row = await anEnrolment(db, task, {
          user_id: user.id,
          state: waits ? 'submitted' : 'passed',
          ...(!waits && { score: 80, percent_final: 80, released_at: 1 }),
        })
        if (waits) await aSubmission(db, row)
        waiting += 1
      }
    }
  })
  const token = await school.signIn(admin, { audience: 'admin', role: 'admin' })
  const staff = school.with(token)
  const headers = { token }
  const download = async (format: 'csv' | 'xlsx') => {
    const { url } = await staff(gradesAdmin.exportGrades, { format })
    return school.inject({ method: 'GET', url, headers })
  }
  const raw = (path: string, query: Record<string, string>) =>
    school.inject({ method: 'GET', url: path, query, headers })
  const grid = (limit: number) => raw(gradesAdmin.grid.path, { guild_id: String(guild.id), limit: String(limit) })
  await measured('grid, first 100 of 500 × 60', '< 300 ms', () => grid(100))
  await measured('grid, 500 × 60 at once', '< 1 s', () => grid(500))
  await measured('queue of 10,000, a page', '< 50 ms', () => raw(reviewsAdmin.queue.path, { limit: '50' }))
  await measured('export of 30,000 rows, CSV', 'stop < 50 ms', () => download('csv'))
  await measured('export of 30,000 rows, XLSX', 'stop < 50 ms', () => download('xlsx'))
  const mapping = { student_no: 0, real_name: 1, class_name: 2, gender: null }
  let id = 0
  // An import is read, checked and applied once.
  await measured(
    'import of 5,000 rows: read',
    'stop < 50 ms',
    async () => ({ id } = await staff(rosterAdmin.read, { name: '名单.csv', text: list() })),
    true,
  )
  await measured(
    'import of 5,000 rows: check',
    'stop < 50 ms',
    () => staff(rosterAdmin.check, { id, has_header: true, mapping }),
    true,
  )
  await measured('import of 5,000 rows: apply', 'stop < 50 ms', () => applied(school, staff, id), true)
  await school.close()
}

const applied = async (school: School, staff: School['send'], id: number): Promise<void> => {
  await staff(rosterAdmin.apply, { id, consent: true })
  await school.app.jobs.run('roster')
  const { state } = await staff(rosterAdmin.get, { id })
  if (state !== 'applied') throw new Error(`the import is ${state}`)
}
