/**
 * What staff wait for, over SQLite in this process: the grid of 500 students and 60 tasks, a queue of 10,000 works, an
 * export of 20,000 rows. For each the time, the memory it adds, and the longest stop of the event loop.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { gradesAdmin } from '../../contract/src/grades.admin.ts'
import { reviewsAdmin } from '../../contract/src/reviews.admin.ts'
import { aUser } from '../../server/src/accounts/factory.ts'
import { aGuild, aMember } from '../../server/src/guilds/factory.ts'
import { aSubmission } from '../../server/src/submissions/factory.ts'
import { anEnrolment, aTask } from '../../server/src/tasks/factory.ts'
import { testApp } from '../../server/src/testing/test-app.ts'

const STUDENTS = 500
const TASKS = 60
const WAITING = 10_000

type Figure = { name: string; aim: string; ms: number; mb: number; stop: number }

const measured = async (name: string, aim: string, work: () => Promise<unknown>): Promise<Figure> => {
  await work()
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const began = performance.now()
  await work()
  const ms = performance.now() - began
  await sleep(5)
  delay.disable()
  return { name, aim, ms, mb: (process.memoryUsage().rss - before) / 2 ** 20, stop: delay.max / 1e6 }
}

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
  const raw = (path: string, query: Record<string, string>) => school.inject({ method: 'GET', url: path, query, headers })
  const figures = [
    await measured('grid, first 100 of 500 × 60', '< 300 ms', () => raw(gradesAdmin.grid.path, { guild_id: String(guild.id), limit: '100' })),
    await measured('grid, 500 × 60 at once', '< 1 s', () => raw(gradesAdmin.grid.path, { guild_id: String(guild.id), limit: '500' })),
    await measured('queue of 10,000, a page', '< 50 ms', () => raw(reviewsAdmin.queue.path, { limit: '50' })),
    await measured('export of 30,000 rows, CSV', 'stop < 50 ms', () => download('csv')),
    await measured('export of 30,000 rows, XLSX', 'stop < 50 ms', () => download('xlsx')),
  ]
  for (const { name, aim, ms, mb, stop } of figures)
    console.log(`${name.padEnd(32)}${aim.padEnd(14)}${ms.toFixed(0).padStart(7)} ms${mb.toFixed(0).padStart(6)} MB  longest stop ${stop.toFixed(0)} ms`)
  await school.close()
}
