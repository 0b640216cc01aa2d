import { questionsImportAdmin } from '@tongchuang/contract/questions-import.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../../accounts/factory.ts'
import { aGuild, aMember } from '../../../guilds/factory.ts'
import { archiveOf, cellOf, workbookOf } from '../../../testing/hostile-files.ts'
import { testApp, type School } from '../../../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

/** A teacher with a draft. */
const aDraft = async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const teacher = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const staff = school.as(teacher, { audience: 'admin', role: 'teacher' })
  const { id, base_version } = await staff(taskEditing.create, { guild_id: guild.id, title: '小测' })
  return { staff, task_id: id, base_version }
}

test('pasted questions are looked at, nothing is written, and what was found is saved as it is', async () => {
  const { staff, task_id, base_version } = await aDraft()
  const text = '1. 顶点是\nA. 甲\nB. 乙\n答案：B\n\n2. 哪个\nA. 甲\nB. 乙\n答案：E\n\n3. 开口向下\n答案：错'
  const { found, problems } = await staff(questionsImportAdmin.read, { task_id, text })
  expect(problems).toEqual([{ line: 9, text: 'E', problem: '选项里没有E' }])
  expect((await staff(taskEditing.form, { id: task_id })).questions).toEqual([])
  const questions = found.map(({ question }) => question)
  const keys = found.map(({ key }) => key)
  const saved = await staff(taskEditing.update, { id: task_id, base_version, questions, keys })
  expect(saved.questions).toEqual(questions)
  expect(saved.keys).toEqual(keys)
})

test('a workbook, a copied table and a file that is none', async () => {
  const { staff, task_id } = await aDraft()
  const rows = [
    ['顶点是', 'A', '2', '甲', '乙'],
    ['哪个', 'C', '', '甲', '乙'],
  ]
  const heads = ['题目', '答案', '分值', '选项A', '选项B']
  const table = [heads, ...rows].map((row) => row.join('\t')).join('\n')
  const cells = [heads, ...rows].map((row, at) =>
    row.map((text, column) => cellOf(`${'ABCDE'[column] ?? ''}${at + 1}`, text)).join(''),
  )
  const workbook = await workbookOf({
    rows: cells.map((row, at) => `<row r="${at + 1}">${row}</row>`).join(''),
    dimension: 'A1:E3',
  })
  for (const one of [{ text: table }, { file: workbook.toString('base64') }]) {
    const { found, problems } = await staff(questionsImportAdmin.read, { task_id, ...one })
    expect(found.map(({ line, question }) => [line, question.label, question.points])).toEqual([[2, '顶点是', 2]])
    expect(problems).toEqual([{ line: 3, text: 'C', problem: '选项里没有C' }])
  }
  const broken = staff(questionsImportAdmin.read, {
    task_id,
    file: Buffer.from('PK\u0003\u0004????').toString('base64'),
  })
  await expect(broken).rejects.toMatchObject({ reason: 'INVALID' })
  const nothing = staff(questionsImportAdmin.read, { task_id, text: '\n \n' })
  await expect(nothing).rejects.toMatchObject({ reason: 'INVALID', data: { field: 'text' } })
})

test('an explanation of 900 letters in a table comes whole, with its lines; one that is too long is named in its row', async () => {
  const { staff, task_id } = await aDraft()
  const explanation = `先配方\n再看顶点${'长'.repeat(900)}`
  const text = `题目\t答案\t解析\n顶点\n是\t对\t"${explanation}"`.replace('顶点\n是', '"顶点\n是"')
  const { found, problems } = await staff(questionsImportAdmin.read, {
    task_id,
    text: `${text}\n开口\t对\t${'长'.repeat(1_001)}`,
  })
  expect(found).toMatchObject([{ question: { label: '顶点是' }, key: { explanation } }])
  expect(problems).toMatchObject([{ problem: '解析最多1000个字' }])
})

test('a paper in Word is read with the numbers that Word writes itself, and its words come along to be corrected', async () => {
  const { staff, task_id } = await aDraft()
  const level = (depth: number, format: string, text: string) =>
    `<w:lvl w:ilvl="${depth}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
  const numbered = (text: string, depth: number) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="7"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
  const plain = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
  const lines = [
    plain('第一单元小测'),
    ...['选择题（每题3分）'].map((text) => numbered(text, 0)),
    ...[numbered('顶点是（ B ）', 1), numbered('甲', 2), numbered('乙', 2)],
    ...[numbered('开口（ A ）', 1), numbered('向上', 2), numbered('向下', 2)],
  ]
  const file = await archiveOf({
    'word/document.xml': `<w:document><w:body>${lines.join('')}</w:body></w:document>`,
    'word/numbering.xml': `<w:numbering><w:abstractNum w:abstractNumId="1">${level(0, 'chineseCounting', '%1、')}${level(1, 'decimal', '%2.')}${level(2, 'upperLetter', '%3.')}</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
  })
  const given = { task_id, file: file.toString('base64') }
  const { found, headings, text } = await staff(questionsImportAdmin.read, { ...given, name: '小测.docx' })
  expect(
    found.map(({ question, key }) => [question.points, question.options?.map(({ id }) => key.accepted.includes(id))]),
  ).toEqual([
    [3, [false, true]],
    [3, [true, false]],
  ])
  expect([headings.map((one) => one.line), text?.split('\n').slice(2, 4)]).toEqual([
    [1, 2],
    ['1. 顶点是（ B ）', 'A. 甲'],
  ])
  for (const [name, content] of [
    ['小测.doc', given.file],
    ['小测.docx', Buffer.from('PK\u0003\u0004????').toString('base64')],
  ] as const)
    await expect(staff(questionsImportAdmin.read, { task_id, name, file: content })).rejects.toMatchObject({
      reason: 'INVALID',
    })
})
