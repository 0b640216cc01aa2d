import { enteredImportsAdmin } from '@tongchuang/contract/entered-imports.admin.ts'
import { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../../../accounts/factory.ts'
import { aGuild, aMember } from '../../../guilds/factory.ts'
import { aTask } from '../../../tasks/factory.ts'
import { findTask } from '../../../tasks/store.ts'
import { reasonOf, refusal } from '../../../testing/refusal.ts'
import { testApp, type School } from '../../../testing/test-app.ts'
import { applyRows } from './import-steps.ts'
import { eraseImportRows, findImport } from './import-store.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const { read, check, mend, apply, undo, rows, get } = enteredImportsAdmin
const mapping = { student_no: 0, score: 2, text: null }

/** A class of so many students with two teachers, and a test whose results are typed. */
const aClass = async (size: number) => {
  const { db } = school.app
  const guild = await aGuild(db)
  const teacher = async (nickname: string) => {
    const user = await aUser(db, { roles: ['teacher'], nickname })
    await aMember(db, { guild_id: guild.id, user_id: user.id, role: 'teacher' })
    return school.as(user, { audience: 'admin', role: 'teacher' })
  }
  const [luo, chen] = [await teacher('罗兰'), await teacher('陈立群')]
  const students: { id: number; student_no: string }[] = []
  for (let n = 0; n < size; n += 1) {
    const student_no = `2026${String(n).padStart(4, '0')}`
    const { id } = await aUser(db, { student_no, real_name: `学生${n}` })
    await aMember(db, { guild_id: guild.id, user_id: id })
    students.push({ id, student_no })
  }
  const task = await aTask(db, { guild_id: guild.id, channel: 'offline', hold: true })
  const set = (n: number, base_version: number, score: number | null) =>
    luo(enteredResultsAdmin.set, { task_id: task.id, user_id: students[n]!.id, base_version, score })
  const stand = async () => {
    const grid = await luo(gradesAdmin.grid, { guild_id: guild.id, limit: 500 })
    return grid.students.list.map(
      ({ cells: [cell] }) => cell?.score ?? (cell && cell.mark !== 'blank' ? cell.mark : null),
    )
  }
  return { guild, task, students, luo, chen, set, stand }
}

const table = (lines: readonly (readonly [string, string] | readonly [string, string, string])[]) =>
  ['学号,姓名,分数,版本', ...lines.map(([no, typed, version = '']) => `${no},,${typed},${version}`)].join('\n')

describe('a table of results', () => {
  test('45 students are written at once and held, read as people write them, and taken back', async () => {
    const { task, students, chen, luo, stand } = await aClass(45)
    const typed = students.map((_, n) =>
      n === 0 ? '９０' : n === 1 ? '75分' : n === 2 ? '缺考' : n === 3 ? '0' : `${50 + n}`,
    )
    const text = table(students.map(({ student_no }, n) => [student_no, typed[n]!] as const))
    const sent = await chen(read, { task_id: task.id, name: '口语.csv', text })
    expect(sent).toMatchObject({ state: 'read', has_header: true, row_count: 45, mapping: { student_no: 0, score: 2 } })
    const checked = await chen(check, { id: sent.id, has_header: true, mapping })
    expect(checked.counts).toEqual({ new: 45, changed: 0, same: 0, ask: 0, released: 0, bad: 0 })
    expect(await stand()).toEqual(students.map(() => null))
    const [one, other] = await Promise.all([chen(apply, { id: sent.id }), chen(apply, { id: sent.id })])
    expect([one.written, other.written]).toEqual([45, 45])
    const after = await stand()
    expect(after.slice(0, 5)).toEqual([90, 75, 'missing', 0, 54])
    expect(after).not.toContain(null)
    // No message is sent before the release.
    expect((await luo(reviewsAdmin.release, { task_id: task.id, preview: true })).people).toBe(45)
    const [back] = await Promise.all([chen(undo, { id: sent.id }), chen(undo, { id: sent.id })])
    expect(back).toMatchObject({ state: 'undone', written: 0, left: [] })
    expect(await stand()).toEqual(students.map(() => null))
    expect((await chen(undo, { id: sent.id })).state).toBe('undone')
  })

  test('a teacher’s own table with a title and names alone is matched; of namesakes the number is asked', async () => {
    const { guild, task, chen, stand } = await aClass(3)
    const { db } = school.app
    const { id: namesake } = await aUser(db, { student_no: '20269999', real_name: '学生1' })
    await aMember(db, { guild_id: guild.id, user_id: namesake })
    const text = '口语测试成绩,,\n序号,姓名,得分\n1,学生 0,90\n2,学生1,80\n3,学生9,70\n4,学生2,缺考'
    const sent = await chen(read, { task_id: task.id, name: 'a.csv', text })
    expect(sent).toMatchObject({ columns: ['序号', '姓名', '得分'], row_count: 4, has_header: true })
    const { student_no, score } = sent.mapping!
    await chen(check, { id: sent.id, has_header: true, mapping: { student_no, score } })
    const bad = await chen(rows, { id: sent.id, status: 'bad' })
    expect(bad.list.map(({ line, problem }) => `${line} ${problem}`)).toEqual([
      '4 几位同学同名，请写学号',
      '5 公会里没有这个学号或姓名',
    ])
    await chen(mend, { id: sent.id, line: 4, student_no: '20260001' })
    expect((await chen(apply, { id: sent.id })).written).toBe(3)
    expect(await stand()).toEqual([90, 80, 'missing', null])
    // Whoever is erased leaves no row with their name, either.
    const again = await chen(read, { task_id: task.id, name: 'a.csv', text })
    await chen(check, { id: again.id, has_header: true, mapping: { student_no, score } })
    await eraseImportRows(db, namesake)
    expect((await chen(rows, { id: again.id, status: 'bad' })).list.map((one) => one.student_no)).toEqual(['', '学生9'])
  })

  test('what others changed since the template is asked about, and what is off is named, mended, or left out', async () => {
    const { task, students, chen, set, stand } = await aClass(6)
    await set(0, 0, 78)
    await set(1, 0, 60)
    await set(2, 0, 70)
    const no = (n: number) => students[n]!.student_no
    const text = table([
      [no(0), '87', '0'],
      [no(1), '0', '1'],
      [no(2), '70', '1'],
      [no(3), '优'],
      [no(4), '102'],
      ['2026999', '77'],
      [no(5), ''],
      [no(5), '60'],
    ])
    const { id } = await chen(read, { task_id: task.id, name: 'a.csv', text })
    const withVersion = { ...mapping, version: 3 }
    expect((await chen(check, { id, has_header: true, mapping: withVersion })).counts).toEqual({
      new: 0,
      changed: 1,
      same: 2,
      ask: 1,
      released: 0,
      bad: 4,
    })
    const bad = await chen(rows, { id, status: 'bad' })
    expect(bad.list.map(({ line, problem }) => `${line} ${problem}`)).toEqual([
      '5 不是分数，也不是缺、免做',
      '6 超过满分',
      '7 公会里没有这个学号或姓名',
      '9 前面已有这位同学',
    ])
    const asks = await chen(rows, { id, status: 'ask' })
    expect(asks.list).toMatchObject([
      { line: 2, by: '罗兰', now: { word: 'score', score: 78 }, value: { word: 'score', score: 87 }, taken: false },
    ])
    expect((await chen(mend, { id, line: 5, typed: '88' })).counts).toMatchObject({ new: 1, bad: 3 })
    await chen(mend, { id, line: 6, typed: '100' })
    // A row that was chosen counts among those to be written, and those written.
    expect(await chen(mend, { id, line: 2, taken: true })).toMatchObject({ counts: { ask: 1 }, taken: 1 })
    const done = await chen(apply, { id })
    expect(done).toMatchObject({ state: 'applied', counts: { ask: 1 }, taken: 1, written: 4 })
    expect(await stand()).toEqual([87, 0, 70, 88, 100, null])
    expect(await reasonOf(chen(mend, { id, line: 7, typed: '1' }))).toBe('STATE')
    const back = await chen(undo, { id })
    expect(back.left).toEqual([])
    expect(await stand()).toEqual([78, 60, 70, null, null, null])
  })

  test('a list that was checked of 100 writes nothing into a test that has 50 points by now, until it is checked anew', async () => {
    const { task, students, chen, luo, stand } = await aClass(2)
    const no = (n: number) => students[n]!.student_no
    const text = table([
      [no(0), '95'],
      [no(1), '45'],
    ])
    const { id } = await chen(read, { task_id: task.id, name: 'a.csv', text })
    await chen(check, { id, has_header: true, mapping })
    const { base_version } = await luo(taskEditing.form, { id: task.id })
    await luo(taskEditing.update, { id: task.id, base_version, max_score: 50, notify: true })
    const outdated = { reason: 'SCALE', data: { from: 100, to: 50 } }
    expect(await refusal(chen(apply, { id }))).toMatchObject(outdated)
    expect(await refusal(chen(mend, { id, line: 2, typed: '40' }))).toMatchObject(outdated)
    expect(await stand()).toEqual([null, null])
    const { counts } = await chen(check, { id, has_header: true, mapping })
    expect(counts).toMatchObject({ new: 1, bad: 1 })
    await chen(apply, { id })
    expect(await stand()).toEqual([null, 45])
  })

  test('a comment of 1,000 letters comes whole, with its lines and joined emoji; one that is too long is named in its row', async () => {
    const { task, students, chen, luo } = await aClass(3)
    const long = `读得很好 👩‍👩‍👧\n\n${'长'.repeat(1_000)}`
    const text = [
      '学号,姓名,分数,评语',
      ...[long, '长'.repeat(2_001), '好'].map((comment, n) => `${students[n]!.student_no},,90,"${comment}"`),
    ].join('\r\n')
    const sent = await chen(read, { task_id: task.id, name: 'a.csv', text })
    expect(sent.sample[1]?.[3]).toBe(long.slice(0, 200))
    const withText = { student_no: 0, score: 2, text: 3 }
    expect(await chen(check, { id: sent.id, has_header: true, mapping: withText })).toMatchObject({
      counts: { new: 2, bad: 1 },
    })
    expect((await chen(rows, { id: sent.id, status: 'bad' })).list).toMatchObject([
      { line: 3, problem: '评语超过2000个字' },
    ])
    await chen(apply, { id: sent.id })
    const kept = await luo(enteredResultsAdmin.set, {
      task_id: task.id,
      user_id: students[0]!.id,
      base_version: 1,
      score: 91,
    })
    expect(kept.text).toBe(long)
  })

  test('what is released is listed and never changed, and an undo leaves what changed since', async () => {
    const { task, students, chen, luo, set, stand } = await aClass(4)
    await set(0, 0, 80)
    await luo(reviewsAdmin.release, { task_id: task.id })
    const text = table(students.map(({ student_no }) => [student_no, '90'] as const))
    const { id } = await chen(read, { task_id: task.id, name: 'a.csv', text })
    expect((await chen(check, { id, has_header: true, mapping })).counts).toMatchObject({ released: 1, new: 3 })
    // A result typed between the check and the writing is kept.
    await set(1, 0, 55)
    expect(await chen(apply, { id })).toMatchObject({ written: 2, counts: { ask: 1, new: 2 } })
    expect(await stand()).toEqual([80, 55, 90, 90])
    await set(2, 1, 91)
    const back = await chen(undo, { id })
    expect(back.left).toEqual([{ student_no: students[2]!.student_no, real_name: '学生2' }])
    expect(await stand()).toEqual([80, 55, 91, null])
  })

  test('an import that is cut half-way has written nothing, and done again nothing is doubled', async () => {
    const { task, students, chen, stand } = await aClass(5)
    const { db } = school.app
    const text = table(students.map(({ student_no }) => [student_no, '90'] as const))
    const { id } = await chen(read, { task_id: task.id, name: 'a.csv', text })
    await chen(check, { id, has_header: true, mapping })
    const cut = db.transaction().execute(async (inside) => {
      const [held, found] = [await findTask(inside, task.id), await findImport(inside, id)]
      expect(await applyRows(inside, held!, found!, { user_id: found!.created_by, role: 'teacher', now: 1 })).toBe(true)
      throw new Error('cut')
    })
    await expect(cut).rejects.toThrow('cut')
    expect(await stand()).toEqual([null, null, null, null, null])
    expect((await chen(get, { id })).state).toBe('checked')
    expect(await chen(apply, { id })).toMatchObject({ state: 'applied', written: 5 })
    const cells = await db.selectFrom('entered_results').select('version').where('task_id', '=', task.id).execute()
    expect(cells.map(({ version }) => version)).toEqual([1, 1, 1, 1, 1])
  })

  test('after a day it is no longer taken back, and nobody else finds it', async () => {
    const { task, students, chen } = await aClass(1)
    const text = table([[students[0]!.student_no, '90']])
    const { id } = await chen(read, { task_id: task.id, name: 'a.csv', text })
    expect(await reasonOf(chen(apply, { id }))).toBe('STATE')
    await chen(check, { id, has_header: true, mapping })
    await chen(apply, { id })
    const stranger = await aUser(school.app.db, { roles: ['teacher'] })
    const other = school.as(stranger, { audience: 'admin', role: 'teacher' })
    expect(await reasonOf(other(get, { id }))).toBe('NOT_FOUND')
    school.clock.move(25 * 3_600_000)
    const later = school.as(await aUser(school.app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
    expect(await reasonOf(later(undo, { id }))).toBe('STATE')
    expect((await later(get, { id })).undo_until).not.toBeNull()
  })

  test('an archived class takes none, a line that is not there is mended nowhere, and who has left is nobody’s row', async () => {
    const { guild, task, students, chen } = await aClass(3)
    const { db } = school.app
    const status = (to: 'archived' | 'active') =>
      db.updateTable('guilds').set({ status: to }).where('id', '=', guild.id).execute()
    await db.updateTable('guild_members').set({ status: 'left' }).where('user_id', '=', students[2]!.id).execute()
    const sheet = {
      task_id: task.id,
      name: 'a.csv',
      text: table(students.map(({ student_no }) => [student_no, '90'] as const)),
    }
    await status('archived')
    expect(await reasonOf(chen(read, sheet))).toBe('ARCHIVED')
    await status('active')
    const { id } = await chen(read, sheet)
    expect((await chen(check, { id, has_header: true, mapping })).counts).toMatchObject({ new: 2, bad: 1 })
    expect(await reasonOf(chen(mend, { id, line: 999, typed: '80' }))).toBe('NOT_FOUND')
    await status('archived')
    expect(await reasonOf(chen(apply, { id }))).toBe('ARCHIVED')
    await status('active')
    expect(await chen(apply, { id })).toMatchObject({ written: 2 })
  })

  test('of a student who is erased nothing stands in its rows, known or by number alone; the others’ rows stay', async () => {
    const { task, students, chen } = await aClass(3)
    const { db } = school.app
    const { id } = await chen(read, {
      task_id: task.id,
      name: 'a.csv',
      text: table(students.map(({ student_no }) => [student_no, '90'] as const)),
    })
    await chen(check, { id, has_header: true, mapping })
    await eraseImportRows(db, students[0]!.id)
    const left = await db.selectFrom('entered_import_rows').select('student_no').where('import_id', '=', id).execute()
    const [erased, ...others] = students.map(({ student_no }) => student_no)
    expect(left.map(({ student_no }) => student_no)).not.toContain(erased)
    expect(left.map(({ student_no }) => student_no)).toEqual(expect.arrayContaining(others))
  })
})
