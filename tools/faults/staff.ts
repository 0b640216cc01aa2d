import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { backupAdmin } from '../../contract/src/backup.admin.ts'
import { reviewsAdmin } from '../../contract/src/reviews.admin.ts'
import { rosterAdmin } from '../../contract/src/roster.admin.ts'
import { insist, perform, type Line } from './line.ts'
import type { School } from './school.ts'

type Gate = () => Promise<void>

/** Opens a work and decides it. Opening is rightly refused for a withdrawn work or one at another version. */
const mark = async (
  line: Line,
  { teacher, tasks }: School,
  { submit_id, task_id }: { submit_id: number; task_id: number },
): Promise<void> => {
  const { token } = teacher
  const opened = await insist(line, { call: reviewsAdmin.open, input: { submit_id }, token })
  if (!opened || !('data' in opened)) return
  const isHeld = tasks.find(({ id }) => id === task_id)?.hold ?? false
  const operation = line.journal.begin('decide', teacher.id, { submit_id, isHeld })
  const input = { submit_id, decision: 'pass' as const, score: 60 + randomInt(41), text: '写得仔细。' }
  await perform(line, operation, { call: reviewsAdmin.decide, input, token }, ({ result_id }) => ({ result_id }))
}

const releaseAll = async (line: Line, { teacher, tasks }: School): Promise<void> => {
  const held = tasks.filter(({ hold }) => hold)
  const task = held[randomInt(held.length)]
  if (!task) return
  const works = new Set(
    line.journal
      .acknowledged('submit')
      .filter(({ asked }) => asked.task_id === task.id)
      .map(({ told }) => told.submit_id),
  )
  const decided = line.journal.acknowledged('decide').filter(({ asked }) => works.has(asked.submit_id))
  const operation = line.journal.begin('release', teacher.id, {
    task_id: task.id,
    result_ids: decided.map(({ told }) => told.result_id),
  })
  await perform(
    line,
    operation,
    { call: reviewsAdmin.release, input: { task_id: task.id }, token: teacher.token },
    () => ({}),
  )
}

/** A teacher who reviews submissions as they arrive and releases results now and then. */
export const teacherAtWork = async (line: Line, school: School, gate: Gate): Promise<void> => {
  const seen = new Set<number>()
  while (!line.isOver()) {
    await gate()
    const waiting = line.journal.acknowledged('submit').filter(({ told }) => !seen.has(told.submit_id))
    const work = waiting[randomInt(Math.max(1, waiting.length))]
    if (work && randomInt(3) > 0) {
      seen.add(work.told.submit_id)
      await mark(line, school, { submit_id: work.told.submit_id, task_id: work.asked.task_id })
    }
    if (randomInt(8) === 0) await releaseAll(line, school)
    await sleep(60 + randomInt(100))
  }
}

const importRoster = async (line: Line, { admin, guild_id }: School): Promise<void> => {
  const { token } = admin
  const student_nos = Array.from({ length: 3 }, () => `N${randomUUID().slice(0, 10)}`)
  const text = ['学号,姓名', ...student_nos.map((number, at) => `${number},新同学${at + 1}`)].join('\n')
  const read = await insist(line, { call: rosterAdmin.read, input: { guild_id, name: '名单.csv', text }, token })
  if (!read || !('data' in read)) return
  const mapping = { student_no: 0, real_name: 1, class_name: null, gender: null }
  const { id } = read.data
  const checked = await insist(line, { call: rosterAdmin.check, input: { id, has_header: true, mapping }, token })
  if (!checked || !('data' in checked)) return
  const operation = line.journal.begin('import', admin.id, { guild_id, student_nos })
  await perform(line, operation, { call: rosterAdmin.apply, input: { id, consent: true }, token }, () => ({ id }))
}

const backUp = async (line: Line, { admin }: School): Promise<void> => {
  const { token } = admin
  const operation = line.journal.begin('backup', admin.id, {})
  const asked = await insist(line, { call: backupAdmin.make, input: {}, token })
  if (!asked || !('data' in asked)) return
  for (let tries = 0; tries < 60 && !line.isOver(); tries += 1) {
    const now = await insist(line, { call: backupAdmin.list, input: {}, token })
    const run = now && 'data' in now ? now.data.list.find(({ id }) => id === asked.data.id) : undefined
    // A backup that was running when its process died is begun again or reported as failed.
    if (run?.state === 'failed' || run?.state === 'removed') return
    if (run?.state === 'done') {
      operation.state = 'acknowledged'
      operation.told = { name: run.name }
      return
    }
    await sleep(250)
  }
}

/** An administrator who imports small lists, and makes backups where the fault leaves time for them. */
export const adminAtWork = async (line: Line, school: School, gate: Gate, makesBackups: boolean): Promise<void> => {
  while (!line.isOver()) {
    await gate()
    if (line.isOver()) return
    if (makesBackups && randomInt(4) === 0) await backUp(line, school)
    else await importRoster(line, school)
    await sleep(500 + randomInt(1_000))
  }
}
