import { enteredImportsAdmin } from '@tongchuang/contract/entered-imports.admin.ts'
import { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { fromBuffer, type Entry, type ZipFile as Opened } from 'yauzl'
import { ZipFile } from 'yazl'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { wrongTotals } from '../ledger/store.ts'
import { aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const SIZE = 45
const { read, check, mend, apply, undo, rows } = enteredImportsAdmin

/** A class of 45 with a teacher, a second one, and an oral examination. */
const anExamination = async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const aTeacher = async () => {
    const user = await aUser(db, { roles: ['teacher'] })
    await aMember(db, { guild_id: guild.id, user_id: user.id, role: 'teacher' })
    return school.signIn(user, { audience: 'admin', role: 'teacher' })
  }
  const [token, other] = [await aTeacher(), school.with(await aTeacher())]
  const students: number[] = []
  for (let n = 0; n < SIZE; n += 1) {
    const { id } = await aUser(db, { student_no: `2026${String(n).padStart(4, '0')}`, real_name: `学生${n}` })
    await aMember(db, { guild_id: guild.id, user_id: id })
    students.push(id)
  }
  const task = await aTask(db, { guild_id: guild.id, channel: 'offline', hold: true, type: 'main', points: 100 })
  return { guild, task, students, token, staff: school.with(token), other }
}

/** The parts of a workbook by their names. */
const partsOf = async (bytes: Buffer): Promise<Map<string, Buffer>> => {
  const zip = await new Promise<Opened>((done, failed) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? failed(error) : done(opened))),
  )
  const found = new Map<string, Buffer>()
  await new Promise<void>((done, failed) => {
    zip.on('entry', (entry: Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return failed(error)
        void buffer(stream).then((part) => {
          found.set(entry.fileName, part)
          zip.readEntry()
        }, failed)
      })
    })
    zip.on('end', done)
    zip.readEntry()
  })
  return found
}

const sheet = 'xl/worksheets/sheet1.xml'

/** Types a number into the column of scores of each row, as a spreadsheet keeps it, and saves. */
const filled = async (bytes: Buffer, scoreOf: (row: number) => number): Promise<string> => {
  const parts = await partsOf(bytes)
  let at = -1
  const text = (parts.get(sheet) ?? Buffer.from(''))
    .toString()
    .replace(/<row r="\d+">(.*?)<\/row>/g, (whole, inside: string) => {
      at += 1
      if (at === 0) return whole
      const cells: string[] = [...(inside.match(/<c[^>]*\/>|<c[^>]*>.*?<\/c>/g) ?? [])]
      return `<row r="${at + 1}">${cells.with(3, `<c r="D${at + 1}"><v>${scoreOf(at - 1)}</v></c>`).join('')}</row>`
    })
  const zip = new ZipFile()
  for (const [name, part] of parts) zip.addBuffer(name === sheet ? Buffer.from(text) : part, name)
  zip.end()
  return (await buffer(zip.outputStream)).toString('base64')
}

test('the template is filled in a spreadsheet and read back: task and version of each cell come with it, out of sight', async () => {
  const { guild, task, students, token, staff, other } = await anExamination()
  const type = (n: number, score: number, more: object = {}, send = staff) =>
    send(enteredResultsAdmin.set, { task_id: task.id, user_id: students[n]!, base_version: 0, score, ...more })
  // Half of the class is typed by hand first.
  for (let n = 0; n < 20; n += 1) await type(n, 60)
  const download = async () => {
    const { url } = await staff(gradesAdmin.exportTemplate, { task_id: task.id })
    return (await school.inject({ method: 'GET', url, headers: { token } })).rawPayload
  }
  const template = await download()
  expect((await partsOf(template)).get(sheet)?.toString()).toContain('hidden="1"')
  // Meanwhile a colleague changes two of them, and types one that was blank.
  await type(0, 77, { base_version: 1 }, other)
  await type(1, 78, { base_version: 1 }, other)
  await type(30, 79, {}, other)

  const file = await filled(template, (row) => 50 + row)
  const sent = await staff(read, { task_id: task.id, name: '口语.xlsx', file })
  expect(sent).toMatchObject({
    row_count: SIZE,
    has_header: true,
    mapping: { student_no: 0, score: 3, text: 4, task: 5, version: 6 },
  })
  const checked = await staff(check, { id: sent.id, has_header: true, mapping: sent.mapping! })
  // Row 10 says 60 as the cell does.
  expect(checked.counts).toEqual({ new: 24, changed: 17, same: 1, ask: 3, released: 0, bad: 0 })
  const asked = (await staff(rows, { id: sent.id, status: 'ask' })).list
  expect(asked.map(({ now, value }) => [now.score, value?.score])).toEqual([
    [77, 50],
    [78, 51],
    [79, 80],
  ])
  await staff(mend, { id: sent.id, line: asked[1]!.line, taken: true })
  expect((await staff(apply, { id: sent.id })).written).toBe(42)
  const scores = async () =>
    (await staff(gradesAdmin.grid, { guild_id: guild.id, limit: 100 })).students.list.map(
      ({ cells: [cell] }) => cell?.score,
    )
  const wanted = students.map((_, n) => (n === 0 ? 77 : n === 30 ? 79 : 50 + n))
  expect(await scores()).toEqual(wanted)

  await staff(undo, { id: sent.id })
  expect(await scores()).toEqual(
    students.map((_, n) => (n === 0 ? 77 : n === 1 ? 78 : n === 30 ? 79 : n < 20 ? 60 : null)),
  )

  // Once more with a new template, released, and one corrected with its reason: the ledger adds up.
  const fresh = await filled(await download(), (row) => 50 + row)
  const again = await staff(read, { task_id: task.id, name: '口语.xlsx', file: fresh })
  await staff(check, { id: again.id, has_header: true, mapping: again.mapping! })
  await staff(apply, { id: again.id })
  await staff(reviewsAdmin.release, { task_id: task.id })
  const cell = await school.app.db
    .selectFrom('entered_results')
    .select(['version', 'score'])
    .where('task_id', '=', task.id)
    .where('user_id', '=', students[40]!)
    .executeTakeFirstOrThrow()
  await type(40, 100, { base_version: cell.version, reason: '漏加了一题' })
  const entries = await school.app.db
    .selectFrom('ledger_entries')
    .select(['ledger', 'points'])
    .where('user_id', '=', students[40]!)
    .execute()
  expect(entries.filter(({ ledger }) => ledger === 'score').reduce((sum, { points }) => sum + points, 0)).toBe(100)
  expect(await wrongTotals(school.app.db)).toEqual([])
  // Importing it again changes no released result.
  const last = await staff(read, { task_id: task.id, name: '口语.xlsx', file: fresh })
  const judged = await staff(check, { id: last.id, has_header: true, mapping: last.mapping! })
  expect(judged.counts).toMatchObject({ new: 0, changed: 0, ask: 0 })
})

const aComment = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }).map((text) => text.toWellFormed().replaceAll('\0', '')),
  fc
    .array(
      fc.constantFrom(
        ...["'", '=', '-', '+', '_x0041_', '_x005F_', '_', '\r\n', '\n', '\r', '\t', ' ', '\u3000', '\u0007', '\u007f'],
        ...['\u200b', '\u200c', '\u200d', '\u200f', '\u2028', '\u202e', '\u2060', '\ufeff', '\ufffe', '👩‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
        ...['&amp;', '<', ']]>', '"', '"好"', '很', '长'.repeat(300), 'na\u0308ch'],
      ),
      { maxLength: 8 },
    )
    .map((parts) => [...parts.join('')].slice(0, 2_000).join('')),
)

test('whatever the comments say, a table that comes back as it was downloaded changes nothing', async () => {
  const { task, students, token, staff } = await anExamination()
  const comments = fc.sample(aComment, SIZE)
  for (const [n, user_id] of students.entries())
    await staff(enteredResultsAdmin.set, {
      ...{ task_id: task.id, user_id, base_version: 0, score: 60 },
      text: n === 0 ? `${'长'.repeat(999)}\n${'"'.repeat(1_000)}` : comments[n]!,
    })
  const { url } = await staff(gradesAdmin.exportTemplate, { task_id: task.id })
  const template = (await school.inject({ method: 'GET', url, headers: { token } })).rawPayload
  const sent = await staff(read, { task_id: task.id, name: '口语.xlsx', file: template.toString('base64') })
  const checked = await staff(check, { id: sent.id, has_header: true, mapping: sent.mapping! })
  expect(checked.counts, JSON.stringify(comments)).toMatchObject({ same: SIZE })
})

test('the template of another task is told apart by what it carries out of sight', async () => {
  const { guild, task, token, staff } = await anExamination()
  const { url } = await staff(gradesAdmin.exportTemplate, { task_id: task.id })
  const template = (await school.inject({ method: 'GET', url, headers: { token } })).rawPayload
  const other = await aTask(school.app.db, { guild_id: guild.id, channel: 'offline', hold: true })
  const sent = await staff(read, { task_id: other.id, name: '口语.xlsx', file: await filled(template, () => 80) })
  const checked = await staff(check, { id: sent.id, has_header: true, mapping: sent.mapping! })
  expect(checked.counts).toMatchObject({ new: 0, bad: SIZE })
})
