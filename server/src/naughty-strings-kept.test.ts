import { studentTask } from '@tongchuang/contract/student-task.ts'
import { guildsAdmin } from '@tongchuang/contract/guilds.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { CallFailed, type Send } from '@tongchuang/contract/sender.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from './accounts/factory.ts'
import { aGuild } from './guilds/factory.ts'
import { aStudentAtWork, aSubmission } from './submissions/factory.ts'
import { isWhole, longList, ownStrings, stringsFor } from './testing/naughty-strings.ts'
import { testApp, type School } from './testing/test-app.ts'

let school: School
let student: { id: number }
let mine: Send
let staff: Send

beforeEach(async () => {
  school = await testApp()
  student = await aUser(school.app.db)
  mine = school.as(student)
  staff = school.as(await aUser(school.app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
})
afterEach(() => school.close())

const later = '2026-12-03T14:00:00.000Z'
const task = () => aStudentAtWork(school.app.db, { student })
const waiting = async () => {
  const { row } = await aStudentAtWork(school.app.db, { student, row: { state: 'submitted' } })
  const { id } = await aSubmission(school.app.db, row)
  await staff(reviewsAdmin.open, { submit_id: id })
  return id
}
const passed = async () => {
  const submit_id = await waiting()
  await staff(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70 })
  return submit_id
}
const feedbackOf = async (id: number) => (await mine(studentTask.submission, { id })).feedback

/** Sends a text and reads it back; `least` is the minimum length of the field. */
type Field = { least: number; through: () => Promise<(text: string) => Promise<unknown>> }

const ofProfile = (
  name: 'nickname' | 'location' | 'locationName' | 'introduction' | 'personalWebsite' | 'job' | 'jobName',
): Field => ({
  least: 0,
  through: async () => async (text) => {
    await mine(profile.update, { [name]: text })
    return (await mine(profile.get))[name]
  },
})

const fields: Record<string, Field> = {
  nickname: ofProfile('nickname'),
  location: ofProfile('location'),
  locationName: ofProfile('locationName'),
  introduction: ofProfile('introduction'),
  personalWebsite: ofProfile('personalWebsite'),
  job: ofProfile('job'),
  jobName: ofProfile('jobName'),
  'message of a request to join': {
    least: 0,
    through: async () => {
      const { id: guild_id } = await aGuild(school.app.db, { join_policy: 'approval' })
      return async (message) => {
        await mine(guilds.join, { guild_id, message })
        const [request] = (await staff(guildsAdmin.joinRequests, { guild_id })).list
        await mine(guilds.cancelJoin, { guild_id })
        return request?.message
      }
    },
  },
  'reason for more time': {
    least: 5,
    through: async () => {
      const { task: own } = await task()
      return async (reason) => {
        await mine(reviews.askExtension, { task_id: own.id, reason, wanted_until: later })
        return (await mine(studentTask.detail, { id: own.id })).extension?.reason
      }
    },
  },
  'answer to who asked for more time': {
    least: 0,
    through: async () => {
      const { task: own } = await task()
      return async (answer) => {
        const { id } = await mine(reviews.askExtension, {
          task_id: own.id,
          reason: '生病请假两天',
          wanted_until: later,
        })
        await staff(reviewsAdmin.answerExtension, { id, grant: false, answer })
        return (await mine(studentTask.detail, { id: own.id })).extension?.answer
      }
    },
  },
  'reason staff give for more time': {
    least: 2,
    through: async () => {
      const { task: own, row } = await task()
      return async (reason) => {
        await staff(tasksAdmin.extend, { task_id: own.id, user_ids: [student.id], reason, until: later })
        const kept = school.app.db.selectFrom('enrolment_history').select('reason').where('enrolment_id', '=', row.id)
        return (await kept.orderBy('id', 'desc').limit(1).executeTakeFirst())?.reason
      }
    },
  },
  'text of an appeal': {
    least: 20,
    through: async () => {
      const submit_id = await passed()
      return async (text) => {
        await school.app.db.deleteFrom('appeals').execute()
        await mine(reviews.appeal, { submit_id, text })
        return (await staff(reviewsAdmin.appeals, {})).list[0]?.text
      }
    },
  },
  'answer to an appeal': {
    least: 2,
    through: async () => {
      const submit_id = await passed()
      return async (answer) => {
        await school.app.db.deleteFrom('appeals').execute()
        const { id } = await mine(reviews.appeal, { submit_id, text: '请老师再看一次这份作品，谢谢老师，辛苦了。' })
        await staff(reviewsAdmin.answerAppeal, { id, outcome: 'keep', answer })
        const { task_id } = await mine(studentTask.submission, { id: submit_id })
        return (await mine(studentTask.detail, { id: task_id })).appeal?.answer
      }
    },
  },
  'text of a feedback': {
    least: 0,
    through: async () => async (text) => {
      const submit_id = await waiting()
      await staff(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 90, text })
      return (await feedbackOf(submit_id))?.text
    },
  },
  'text and place of a mark': {
    least: 1,
    through: async () => async (text) => {
      const submit_id = await waiting()
      const mark = { version: 1, quote: text, prefix: [...text].slice(0, 100).join(''), suffix: '', text }
      await staff(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 90, marks: [mark] })
      const [kept] = (await feedbackOf(submit_id))?.marks ?? []
      expect(kept).toEqual(mark)
      return kept?.text
    },
  },
}

/** Pads a text to the minimum length of a field, keeping its beginning. */
const filled = (text: string, least: number): string => text + '字'.repeat(Math.max(0, least - [...text].length))

const counted = async (
  { least, through }: Field,
  strings: readonly string[],
): Promise<{ kept: number; refused: number }> => {
  const counts = { kept: 0, refused: 0 }
  const send = await through()
  for (const text of strings.map((string) => filled(string, least))) {
    try {
      expect(await send(text)).toBe(text)
      counts.kept += 1
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      expect({ code: error.code, reason: error.reason }, JSON.stringify(text)).toEqual({ code: 0, reason: 'INVALID' })
      counts.refused += 1
    }
  }
  return counts
}

/** A personal website accepts addresses only. */
const leastKept = (name: string, all: number): number => (name === 'personalWebsite' ? 1 : all / 3)

describe('what people write is read back exactly as it was sent, or refused', () => {
  describe.each(Object.entries(fields))('%s', (name, field) => {
    test('our own list', { timeout: 60_000 }, async () => {
      // They are few: on SQLite each gets all.
      const strings = stringsFor(ownStrings, Object.keys(fields).indexOf(name), isWhole ? 1 : 4)
      const { kept, refused } = await counted(field, strings)
      expect(kept).toBeGreaterThanOrEqual(leastKept(name, strings.length))
      if (isWhole) expect(refused).toBeGreaterThan(1)
    })

    test('the long list', { timeout: 600_000 }, async ({ skip }) => {
      if (longList.leftOut !== null) return skip(longList.leftOut)
      const { kept } = await counted(field, longList.strings)
      expect(kept).toBeGreaterThanOrEqual(leastKept(name, longList.strings.length))
    })
  })
})
