import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { unzipped } from '../testing/unzipped.ts'

let school: School
let guild: { id: number }
let lin: { id: number }
let token: string
beforeEach(async () => {
  school = await testApp()
  const { db } = school.app
  guild = await aGuild(db, { name: '文学社' })
  const teacher = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  lin = await aUser(db, { real_name: '林雨桐', student_no: '20260102', organization_name: '高一（1）班' })
  await aMember(db, { guild_id: guild.id, user_id: lin.id })
  token = await school.signIn(teacher, { audience: 'admin', role: 'teacher' })
})
afterEach(() => school.close())

const handIn = async (title: string, given: object = {}) => {
  const { db } = school.app
  const task = await aTask(db, { guild_id: guild.id, title })
  const row = await anEnrolment(db, task, { user_id: lin.id, state: 'submitted' })
  return { task, work: await aSubmission(db, row, { title: '春天来了', content: '春天。', ...given }) }
}
const archive = async (of: { task_id: number } | { guild_id: number }) => {
  const { url } = await school.with(token)(gradesAdmin.exportWorks, of)
  const answer = await school.inject({ method: 'GET', url, headers: { cookie: `admin_token=${token}` } })
  return unzipped(answer.rawPayload)
}

test('a teacher who takes the works of a guild along has none of a task that is in the bin', async () => {
  await handIn('写春天')
  const { task } = await handIn('写错了的任务')
  expect([...(await archive({ guild_id: guild.id })).keys()].filter((name) => name.includes('写错'))).toHaveLength(1)
  await school.with(token)(taskEditing.trash, { id: task.id })
  const parts = await archive({ guild_id: guild.id })
  expect([...parts.keys()].filter((name) => name !== 'index.csv')).toHaveLength(1)
  expect(parts.get('index.csv')).not.toContain('写错')
  expect(await reasonOf(archive({ task_id: task.id }))).toBe('NOT_FOUND')
})

const pageIn = (parts: Map<string, string>) => parts.get('20260102_林雨桐_写春天_正文.html') ?? ''

test('a school office opens a work of an archive as a page: who wrote it, the text with its pictures beside it, its links', async () => {
  const { db, files } = school.app
  const own = await aFile(
    db,
    { owner_id: lin.id, name: '新 叶.png', kind: 'image' },
    { files, bytes: Buffer.from('png') },
  )
  const other = await aFile(
    db,
    { owner_id: (await aUser(db)).id, name: '别人的.png', kind: 'image' },
    { files, bytes: Buffer.from('secret') },
  )
  const html = [own, other].map(({ id }) => `<p>叶子<img src="/api/files/${id}" alt="图${id}"></p>`).join('')
  const { task } = await handIn('写春天', {
    content: '叶子',
    content_html: html,
    links: JSON.stringify(['https://example.com/?a=1&b="2"', 'javascript:alert(1)']),
  })
  const parts = await archive({ task_id: task.id })
  const page = pageIn(parts)
  for (const said of ['春天来了', '林雨桐', '高一（1）班', '20260102', '叶子']) expect(page).toContain(said)
  const picture = '20260102_林雨桐_写春天_新 叶.png'
  expect(parts.get(picture)).toBe('png')
  expect(page).toContain(`src="./${encodeURIComponent(picture)}"`)
  expect(parts.get('index.csv')).toContain(`${picture},3,`)
  expect([...parts.values()]).not.toContain('secret')
  expect(page).toContain(`<span>图${other.id}</span>`)
  expect(page).toContain('href="https://example.com/?a=1&amp;b=&quot;2&quot;"')
  expect(page).not.toContain('href="javascript')
})

test('nothing a student writes runs or loads on the page of their work, also before it is rendered', async () => {
  const { task } = await handIn('写春天', {
    title: '</title><script>alert(1)</script>',
    content: '<script>alert(2)</script>\n第二行',
    content_html: '',
  })
  const page = pageIn(await archive({ task_id: task.id }))
  expect(page).not.toContain('<script')
  expect(page).toContain('&lt;script&gt;alert(2)&lt;/script&gt;\n第二行')
  expect(page).toMatch(/Content-Security-Policy" content="default-src 'none'/)
})
