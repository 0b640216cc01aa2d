import { tasks } from '@tongchuang/contract/tasks.ts'
import { works } from '@tongchuang/contract/works.ts'
import { expect, test } from 'vitest'
import { fromWall } from '../db/time.ts'
import { testApp } from '../testing/test-app.ts'
import { loadSample } from './load.ts'

/**
 * Times at which a school may be opened for the first time: in the week and at its end, early and late, in a holiday,
 * in the first minutes of a month and of a year, on a day that few years have.
 */
const openings = [
  ...['2026-10-12T09:00', '2026-10-14T23:40', '2026-11-21T00:10', '2026-11-22T14:30', '2027-02-06T12:00'],
  ...['2026-12-01T00:20', '2027-01-01T00:00', '2028-02-29T23:59'],
]

test.each(openings)(
  'a visitor who opens the sample school at %s finds a task in each state and a work of each form',
  async (wall) => {
    const school = await testApp()
    try {
      const { app, clock } = school
      clock.set(fromWall(wall, 'Asia/Shanghai'))
      await loadSample(app)
      const student = school.as(
        await app.db.selectFrom('users').select('id').where('username_key', '=', 'student').executeTakeFirstOrThrow(),
      )
      for (const state of ['available', 'doing', 'submitted', 'returned', 'passed', 'expired'] as const)
        expect((await student(tasks.listByGuild, { state })).list.length, state).toBeGreaterThan(0)
      for (const form of ['text', 'image', 'audio', 'video', 'document', 'code'] as const)
        expect((await student(works.list, { form })).list.length, form).toBeGreaterThan(0)
    } finally {
      await school.close()
    }
  },
  60_000,
)
