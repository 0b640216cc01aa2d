import { questionsImportAdmin } from '@tongchuang/contract/questions-import.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../../accounts/factory.ts'
import { aGuild, aMember } from '../../../guilds/factory.ts'
import { cellOf, workbookOf } from '../../../testing/hostile-files.ts'
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
