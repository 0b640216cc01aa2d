import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aStudentAtWork } from './factory.ts'

let school: School

beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

test('a preview shows the text as it will be submitted, with formulas and without scripts', async () => {
  const { student, task } = await aStudentAtWork(school.app.db)
  const mine = school.as(student)
  const content =
    '面积是 $S=\\pi r^2$。\n\n$$\\int_0^1 x\\,dx$$\n\n<img src=x onerror=alert(1)><script>alert(1)</script>'
  const { content_html } = await mine(submissions.preview, { content })
  expect(content_html).toMatch(/<math[^>]*>.*<msup>.*<\/math>/s)
  expect(content_html).toContain('display="block"')
  expect(content_html).not.toMatch(/<script|onerror=|\$/)
  await mine(submissions.submit, { task_id: task.id, content, key: crypto.randomUUID() }).then((sent) =>
    expect('submit_id' in sent && sent.submit_id).toBeTruthy(),
  )
  const [version] = (await mine(studentTask.detail, { id: task.id })).versions
  expect((await mine(studentTask.submission, { id: version?.id ?? 0 })).content_html).toBe(content_html)
})

test('a picture is shown to the one who uploaded it and to nobody else', async () => {
  const { student } = await aStudentAtWork(school.app.db)
  const { id } = await aFile(school.app.db, { owner_id: student.id, name: '图.png' })
  const content = `![日出](/api/files/${id})`
  expect((await school.as(student)(submissions.preview, { content })).content_html).toMatch(
    /<img src="\/api\/files\/\d+\?/,
  )
  expect((await school.as(await aUser(school.app.db))(submissions.preview, { content })).content_html).not.toContain(
    '<img',
  )
})
