import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFile } from '../files/factory.ts'
import { aDraft, aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { unzip } from '../testing/own-copies.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { writeOwnZip } from './write-zip.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test('who takes their data along gets the photos of a work that was never submitted', async () => {
  const { db, files, config, clock } = { ...school.app, clock: school.clock }
  const { student, row } = await aStudentAtWork(db, { task: { title: '绿豆/日记' } })
  const stored = (name: string) => aFile(db, { owner_id: student.id, name }, { files, bytes: Buffer.from(name) })
  const [first, second] = [await stored('微信图片_1.jpg'), await stored('微信图片_2.jpg')]
  const submitted = await aSubmission(db, row, { status: 'withdrawn', files: [first] })
  await aDraft(db, row, { content: '第三天，发芽了。' })
  await db
    .insertInto('draft_files')
    .values([first, second].map(({ id }) => ({ enrolment_id: row.id, file_id: id })))
    .execute()
  const path = join(config.dataDir, 'own.zip')
  await writeOwnZip(path, { db, files, user_id: student.id, now: clock.now() })
  const texts = await unzip(await readFile(path))
  const [before, draft] = [
    `提交/绿豆_日记-${submitted.id}-v1/${first.id}-微信图片_1.jpg`,
    `草稿/绿豆_日记-${row.id}/${second.id}-微信图片_2.jpg`,
  ]
  expect([...texts.keys()].filter((name) => name.endsWith('.jpg'))).toEqual([before, draft])
  expect(texts.get(draft)).toBe('微信图片_2.jpg')
  expect(JSON.parse(texts.get('草稿.json') ?? '')).toMatchObject([
    { content: '第三天，发芽了。', files: [{ file: before }, { file: draft }] },
  ])
})

test('who takes their data along reads in words what they chose in a work that was never submitted', async () => {
  const { db, files, config, clock } = { ...school.app, clock: school.clock }
  const options = [
    { id: 'a7', text: '静夜思' },
    { id: 'b9', text: '登高' },
  ]
  const questions = [{ id: 'q1', label: '李白写的是', kind: 'one' as const, options, required: false }]
  const { student, row } = await aStudentAtWork(db, { task: { title: '古诗', questions: JSON.stringify(questions) } })
  await aDraft(db, row, { answers: JSON.stringify({ q1: 'a7' }) })
  const path = join(config.dataDir, 'answers.zip')
  await writeOwnZip(path, { db, files, user_id: student.id, now: clock.now() })
  const texts = await unzip(await readFile(path))
  expect(JSON.parse(texts.get('草稿.json') ?? '')).toMatchObject([{ answers_in_words: '1. 李白写的是\n\n静夜思' }])
})
