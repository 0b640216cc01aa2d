import { randomUUID } from 'node:crypto'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { expect, test } from 'vitest'
import { portOf } from './http/port-of.ts'
import { aStudentAtWork } from './submissions/factory.ts'
import { sendTo } from './testing/server-process.ts'
import { testApp } from './testing/test-app.ts'

test(
  'a hundred submissions with one key at once, over as many connections, make one version and one receipt',
  { timeout: 60_000 },
  async () => {
    const school = await testApp()
    const { db, http } = school.app
    await http.listen({ port: 0, host: '127.0.0.1' })
    let connections = 0
    http.server.on('connection', () => (connections += 1))
    const { student, task, row } = await aStudentAtWork(db)
    const send = sendTo(`http://127.0.0.1:${portOf(http.server)}`, await school.signIn(student))
    const work = { task_id: task.id, content: '只交一次', key: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(submissions.submit, work)))
    expect(connections).toBeGreaterThan(20)
    expect(answers).toHaveLength(100)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ version: 1, receipt: { no: expect.stringMatching(/^R-/) } })
    expect(
      await db.selectFrom('submissions').select(['version', 'key']).where('enrolment_id', '=', row.id).execute(),
    ).toEqual([{ version: 1, key: work.key }])
    await school.close()
  },
)
