import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { unzipped } from '../testing/unzipped.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

/** A guild with a teacher, two students and a task: one passed with 80, one waits. */
const aClass = async () => {
  const { db } = school.app
  const guild = await aGuild(db, { name: '数学建模组' })
  const teacher = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const task = await aTask(db, { guild_id: guild.id, title: '食堂排队', type: 'main' })
  const student = async (given: object) => {
    const user = await aUser(db, given)
    await aMember(db, { guild_id: guild.id, user_id: user.id })
    return user
  }
  const one = await student({ real_name: '欧阳思源', student_no: '20260102', organization_name: '高一（1）班' })
  const two = await student({ real_name: '=2+5', student_no: '20260103', organization_name: '高一（2）班' })
  const passed = await anEnrolment(db, task, {
    user_id: one.id,
    state: 'passed',
    score: 80,
    percent_final: 80,
    released_at: school.clock.now(),
  })
  const waiting = await anEnrolment(db, task, { user_id: two.id, state: 'submitted', late: true })
  const work = await aSubmission(db, passed, { status: 'released', content: '平均等 5.8 分钟。' })
  await aSubmission(db, waiting, { late: true })
  const token = await school.signIn(teacher, { audience: 'admin', role: 'teacher' })
  return { guild, task, one, two, teacher, work, passed, token, staff: school.with(token) }
}

const download = async (url: string, token: string) =>
  school.inject({ method: 'GET', url, headers: { cookie: `admin_token=${token}` } })

describe('the grid', () => {
  test('a teacher sees each student with a word or a number for each task, sorted and filtered', async () => {
    const { staff, guild, task, one, two } = await aClass()
    const grid = await staff(gradesAdmin.grid, { guild_id: guild.id })
    expect(grid.tasks).toMatchObject([{ id: task.id, title: '食堂排队', average: 80 }])
    expect(grid.students.list).toMatchObject([
      {
        student: { user_id: one.id, class_name: '高一（1）班' },
        average: 80,
        cells: [{ t: 0, mark: 'passed', score: 80 }],
      },
      { student: { user_id: two.id }, average: null, cells: [{ t: 0, mark: 'waiting', score: null, late: true }] },
    ])
    expect(grid).toMatchObject({
      average: 80,
      counts: { waiting: 1, late: 1, held: 0 },
      classes: ['高一（1）班', '高一（2）班'],
    })
    const names = async (filter: object) =>
      (await staff(gradesAdmin.grid, { guild_id: guild.id, ...filter })).students.list.map((row) => row.student.user_id)
    expect(await names({ having: 'waiting' })).toEqual([two.id])
    expect(await names({ keyword: '思源' })).toEqual([one.id])
    expect(await names({ class_name: '高一（2）班' })).toEqual([two.id])
    expect(await names({ sort: 'student_no', descending: true })).toEqual([two.id, one.id])
    expect(await names({ sort: 'class' })).toEqual([one.id, two.id])
    expect(await names({ sort: 'class', descending: true })).toEqual([two.id, one.id])
    expect(await names({ sort: 'task', sort_task: task.id, descending: true })).toEqual([one.id, two.id])
  })

  test('the newest round says the word, in whatever order the rows lie', async () => {
    const { staff, guild, one } = await aClass()
    const { db } = school.app
    const daily = await aTask(db, { guild_id: guild.id, title: '晨跑', type: 'daily' })
    await anEnrolment(db, daily, { user_id: one.id, round: 2, state: 'returned' })
    await anEnrolment(db, daily, { user_id: one.id, round: 3, state: 'excused' })
    await anEnrolment(db, daily, { user_id: one.id, round: 1, state: 'submitted' })
    const { tasks, students } = await staff(gradesAdmin.grid, { guild_id: guild.id, keyword: '欧阳思源' })
    const t = tasks.findIndex(({ id }) => id === daily.id)
    expect(students.list[0]?.cells.find((cell) => cell.t === t)).toMatchObject({ mark: 'excused' })
  })

  test('comes in pages, each student once', async () => {
    const { staff, guild, one, two } = await aClass()
    const first = await staff(gradesAdmin.grid, { guild_id: guild.id, limit: 1 })
    const second = await staff(gradesAdmin.grid, { guild_id: guild.id, limit: 1, after: first.students.next ?? '' })
    expect([first, second].map((page) => page.students.list[0]?.student.user_id)).toEqual([one.id, two.id])
    expect(second.students.next).toBeNull()
  })

  test('is for staff of the guild; an assistant needs the switch, and exports nothing', async () => {
    const { guild } = await aClass()
    const { db } = school.app
    const assistant = await aUser(db, { roles: ['assistant'] })
    await aMember(db, { guild_id: guild.id, user_id: assistant.id, role: 'assistant' })
    const send = school.as(assistant, { audience: 'admin', role: 'assistant' })
    expect(await reasonOf(send(gradesAdmin.grid, { guild_id: guild.id }))).toBe('ROLE')
    await db.updateTable('guild_members').set({ can_see_grades: true }).where('user_id', '=', assistant.id).execute()
    expect((await send(gradesAdmin.grid, { guild_id: guild.id })).students.total).toBe(2)
    expect(await send(gradesAdmin.guilds)).toMatchObject([{ id: guild.id, may_export: false }])
    expect(await reasonOf(send(gradesAdmin.exportGrades, { guild_id: guild.id, format: 'csv' }))).toBe('ROLE')
    expect(await reasonOf(send(gradesAdmin.exportWorks, { guild_id: guild.id }))).toBe('ROLE')
  })
})

describe('an export', () => {
  test('as CSV: its mark, numbers as numbers, and no name that runs as a formula', async () => {
    const { staff, guild, token } = await aClass()
    const { url } = await staff(gradesAdmin.exportGrades, { guild_id: guild.id, format: 'csv' })
    const answer = await download(url, token)
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent('数学建模组_成绩表_2026-10-12.csv'))
    expect(answer.body).toBe(
      "\ufeff学号,姓名,班级,均分,食堂排队\r\n20260102,欧阳思源,高一（1）班,80,80\r\n20260103,'=2+5,高一（2）班,,待批阅\r\n",
    )
  })

  test('as a workbook that a spreadsheet reads', async () => {
    const { staff, guild, token } = await aClass()
    const { url } = await staff(gradesAdmin.exportGrades, { guild_id: guild.id, format: 'xlsx' })
    const parts = await unzipped((await download(url, token)).rawPayload)
    expect([...parts.keys()]).toEqual(
      expect.arrayContaining(['[Content_Types].xml', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml']),
    )
    const sheet = parts.get('xl/worksheets/sheet1.xml')
    expect(sheet).toContain('<c r="D2" s="0"><v>80</v></c>')
    // A number of twelve digits is read whole, and the names stay beside the last task.
    expect(sheet).toContain('<col min="1" max="1" width="16" customWidth="1"/>')
    expect(sheet).toContain('<pane xSplit="3" ySplit="1" topLeftCell="D2"')
  })

  test('of works: one archive with names of ours, the same name twice, and an index', async () => {
    const { staff, task, one, work, token } = await aClass()
    const { db, files } = school.app
    for (const text of ['一', '二']) {
      const file = await aFile(db, { owner_id: one.id, name: '数据:表.txt' }, { files, bytes: Buffer.from(text) })
      const { id: file_id, name, size, sha256 } = file
      await db
        .insertInto('submission_files')
        .values({ submission_id: work.id, file_id, sort_order: file_id, name, size, sha256 })
        .execute()
    }
    const { url } = await staff(gradesAdmin.exportWorks, { task_id: task.id })
    const parts = await unzipped((await download(url, token)).rawPayload)
    expect(parts.get('20260102_欧阳思源_食堂排队_正文.html')).toContain('平均等 5.8 分钟。')
    expect([
      parts.get('20260102_欧阳思源_食堂排队_数据_表.txt'),
      parts.get('20260102_欧阳思源_食堂排队_数据_表 (2).txt'),
    ]).toEqual(['一', '二'])
    expect(parts.get('index.csv')?.split('\r\n')).toHaveLength(6)
    expect(parts.get('index.csv')).toContain(work.receipt_no)
  })

  test('of all guilds is the administrator’s alone', async () => {
    const { staff } = await aClass()
    expect(await reasonOf(staff(gradesAdmin.exportGrades, { format: 'csv' }))).toBe('ROLE')
    const admin = await aUser(school.app.db, { roles: ['admin'] })
    const token = await school.signIn(admin, { audience: 'admin', role: 'admin' })
    const { url } = await school.with(token)(gradesAdmin.exportGrades, { format: 'csv' })
    expect((await download(url, token)).body).toContain(
      '数学建模组,食堂排队,,20260102,欧阳思源,高一（1）班,已通过,80,100,\r\n',
    )
  })

  test('says when something was due, handed in and last used by the clock on the wall of the school', async () => {
    const { staff, guild, task, token } = await aClass()
    const { db } = school.app
    // 14:30 in Shanghai, in another zone than that of the server and of the wire.
    const at = Date.parse('2026-10-09T06:30:45.678Z')
    await db.updateTable('tasks').set({ due_at: at }).where('id', '=', task.id).execute()
    await db.updateTable('submissions').set({ submitted_at: at }).where('task_id', '=', task.id).execute()
    await db.updateTable('users').set({ last_login_at: at }).where('student_no', '=', '20260102').execute()
    const admin = await aUser(db, { roles: ['admin'] })
    const own = await school.signIn(admin, { audience: 'admin', role: 'admin' })
    const list = await school.with(own)(gradesAdmin.exportGrades, { format: 'csv' })
    expect((await download(list.url, own)).body).toContain('食堂排队,2026-10-09 14:30,20260102')
    const people = await staff(peopleAdmin.exportList, { format: 'csv', guild_id: guild.id })
    expect((await download(people.url, token)).body).toContain('未填,2026-10-09 14:30\r\n')
    const works = await staff(gradesAdmin.exportWorks, { task_id: task.id })
    const zip = (await download(works.url, token)).rawPayload
    // The time of the first file, as Windows reads it: hours and minutes without a zone.
    const time = zip.readUInt16LE(zip.indexOf('PK\x01\x02', 0, 'latin1') + 12)
    expect([time >> 11, (time >> 5) & 63]).toEqual([14, 30])
    const index = (await unzipped(zip)).get('index.csv')
    expect(index).toContain(',2026-10-09 14:30,')
    expect(index).not.toContain('T06:30')
  })

  test('of works can be unpacked on Windows, however long the names are', async () => {
    const { staff, guild, task, one, work, token } = await aClass()
    const { db, files } = school.app
    await db
      .updateTable('guilds')
      .set({ name: '公'.repeat(60) })
      .where('id', '=', guild.id)
      .execute()
    await db
      .updateTable('tasks')
      .set({ title: '题'.repeat(80) })
      .where('id', '=', task.id)
      .execute()
    await db
      .updateTable('users')
      .set({ real_name: '名'.repeat(30) })
      .where('id', '=', one.id)
      .execute()
    const name = `${'件'.repeat(100)}.txt`
    const file = await aFile(db, { owner_id: one.id, name }, { files, bytes: Buffer.from('一') })
    const { id: file_id, size, sha256 } = file
    await db
      .insertInto('submission_files')
      .values({ submission_id: work.id, file_id, sort_order: 0, name, size, sha256 })
      .execute()
    const { url } = await staff(gradesAdmin.exportWorks, { guild_id: guild.id })
    const names = [...(await unzipped((await download(url, token)).rawPayload)).keys()]
    // A path may have 260 characters, and the folder it is unpacked into has some of them.
    expect(Math.max(...names.map(({ length }) => length))).toBeLessThan(180)
    expect(names.some((one) => one.endsWith('件.txt'))).toBe(true)
  })

  test('of works has the answers of a paper of questions, as they are read on the screen', async () => {
    const { staff, task, work, token } = await aClass()
    const { db } = school.app
    const options = [
      { id: 'x1', text: '先来先服务' },
      { id: 'x2', text: '短的先服务' },
    ]
    const asked = [{ id: 'q1', label: '哪一种平均等得最短', kind: 'one', required: true, points: 5, options }] as const
    await db
      .updateTable('tasks')
      .set({ questions: JSON.stringify(asked) })
      .where('id', '=', task.id)
      .execute()
    const paper = { content: '', links: '[]', answers: JSON.stringify({ q1: 'x2' }) }
    await db.updateTable('submissions').set(paper).where('id', '=', work.id).execute()
    const { url } = await staff(gradesAdmin.exportWorks, { task_id: task.id })
    const parts = await unzipped((await download(url, token)).rawPayload)
    const text = parts.get('20260102_欧阳思源_食堂排队_正文.html')
    expect(text).toContain('1. 哪一种平均等得最短\n\n短的先服务')
    expect(parts.get('index.csv')).toContain('食堂排队_正文.html')
  })

  test('opens for its person alone, for ten minutes, unchanged', async () => {
    const { staff, guild, token } = await aClass()
    const { url } = await staff(gradesAdmin.exportGrades, { guild_id: guild.id, format: 'csv' })
    const other = await school.signIn(await aUser(school.app.db, { roles: ['admin'] }), {
      audience: 'admin',
      role: 'admin',
    })
    expect((await download(url, other)).json()).toMatchObject({ data: { reason: 'NOT_FOUND' } })
    expect((await school.inject(url)).json()).toMatchObject({ code: 50008 })
    expect((await download(url.replace('ticket=e', 'ticket=f'), token)).json()).toMatchObject({
      data: { reason: 'NOT_FOUND' },
    })
    school.clock.move(10 * 60_000)
    expect((await download(url, token)).json()).toMatchObject({ data: { reason: 'NOT_FOUND' } })
  })
})
