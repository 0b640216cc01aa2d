import { afterAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { calendar } from '@tongchuang/contract/calendar.ts'
import { jsonLog } from '../log.ts'
import { testApp } from '../testing/test-app.ts'

const lines: string[] = []
const school = await testApp({ log: jsonLog('debug', { write: (line) => void lines.push(line) }) })
afterAll(() => school.close())

test('whoever reads the log finds no address in it that opens a calendar', async () => {
  const student = await aUser(school.app.db)
  const { path } = await school.as(student)(calendar.change, { action: 'make' })
  const token = /[\w-]{43}/.exec(path ?? '')?.[0] ?? ''
  expect((await school.inject(path ?? '')).body).toContain('BEGIN:VCALENDAR')
  expect(lines.join('')).toContain('"path":"/calendar/—.ics"')
  expect(lines.join('')).not.toContain(token)
})
