import { randomUUID } from 'node:crypto'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { afterEach, expect, test } from 'vitest'
import { reasonOf } from '../../testing/refusal.ts'
import { noticeableMs, stallOf } from '../../testing/stall.ts'
import { testDialect } from '../../testing/test-database.ts'
import { testApp, type School, type SchoolOptions } from '../../testing/test-app.ts'
import { aStudentAtWork } from '../factory.ts'

let school: School
afterEach(() => school.close())

const open = async (threads: NonNullable<SchoolOptions['threads']> = {}) => {
  school = await testApp({ threads })
  return aStudentAtWork(school.app.db)
}
type AtWork = Awaited<ReturnType<typeof open>>

const handIn = ({ student, task }: AtWork, content: string, key: string = randomUUID()) =>
  school.as(student)(submissions.submit, { task_id: task.id, content, key })
const preview = ({ student }: AtWork, content: string) => school.as(student)(submissions.preview, { content })
const stored = () =>
  school.app.db
    .selectFrom('submissions')
    .select(['content', 'content_html', 'excerpt', 'late', 'render_pending'])
    .executeTakeFirstOrThrow()

// No part of it is slow by itself, but it cannot be rendered in a thousandth of a second.
const long = `# 报告\n\n第一行 <b>\n第二行\n\n${'- **项目** `a` $x^2$\n'.repeat(1_500)}`
const inNoTime = { deadlineMs: { renderText: 1 } }

const attacks: [what: string, text: string][] = [
  ['formulas that are not closed', `${'<math></math>'.repeat(1_000)}${'<annotation></annotation>'.repeat(1_000)}你好`],
  ['dollars as Java', `\`\`\`java\n${'$'.repeat(7_900)}\n\`\`\`\n你好`],
  ['lines of dollars as Java', `\`\`\`java\n${`${'$'.repeat(1_900)}\n`.repeat(4)}\n\`\`\`\n你好`],
  ['links as Markdown', `\`\`\`md\n${`${'[a]('.repeat(450)}\n`.repeat(4)}\n\`\`\`\n你好`],
  ['tags as TypeScript', `\`\`\`ts\n${`${'<a '.repeat(600)}\n`.repeat(4)}\n\`\`\`\n你好`],
  ['bold marks beside Chinese', '**中'.repeat(12_000)],
  ['links in links', '[a]('.repeat(12_000)],
  ['brackets', '['.repeat(49_000)],
  ['quotations in quotations', `${'> '.repeat(24_000)}你好`],
  ['a table of many columns', `|${'a|'.repeat(140)}\n|${'-|'.repeat(140)}\n${'|a\n'.repeat(15_000)}`],
  ['wide matrices', `$$\\begin{matrix}${'a&'.repeat(2_900)}\\end{matrix}$$ `.repeat(8)],
  ['tags without an end', `你好${'<b '.repeat(16_000)}`],
  ['comments without an end', `你好\n\n${'<!--'.repeat(12_000)}`],
]

// The rendering thread does not use the database, so one database is enough.
if (testDialect === 'sqlite')
  test.each(attacks)('a work made of %s is handed in, and nobody else waits for it', async (_, text) => {
    const at = await open()
    await preview(at, '**先看一次**')
    const { result, stallMs } = await stallOf(() => handIn(at, text))
    expect(result).toMatchObject({ version: 1, state: 'submitted' })
    expect(stallMs).toBeLessThan(noticeableMs)
    const kept = await stored()
    expect(kept.content).toBe(text)
    expect(kept.content_html).not.toBe('')
  })

test('a text that takes too long is handed in as it was typed, and reads as written a minute later', async () => {
  const at = await open(inNoTime)
  expect(await handIn(at, long)).toMatchObject({ version: 1, state: 'submitted', late: false })
  const first = await stored()
  expect(first).toMatchObject({ content: long, render_pending: 3 })
  expect(first.content_html).toContain('<p># 报告</p>\n<p>第一行 &lt;b&gt;<br />\n第二行</p>')
  await school.app.jobs.run('submissions.render')
  const later = await stored()
  expect(later).toMatchObject({ content: long, render_pending: 0 })
  expect(later.content_html).toContain('<h3>报告</h3>')
  expect(later.excerpt.startsWith('报告 第一行')).toBe(true)
})

test('a text that takes too long every time stays as it was typed, and is not tried for ever', async () => {
  const at = await open({ deadlineMs: { renderText: 1, renderTextAgain: 1 } })
  await handIn(at, long)
  const first = await stored()
  for (const left of [2, 1, 0, 0]) {
    await school.app.jobs.run('submissions.render')
    expect(await stored()).toEqual({ ...first, render_pending: left })
  }
})

test('a preview that takes too long says so', async () => {
  const at = await open(inNoTime)
  expect(await reasonOf(preview(at, long))).toBe('TOO_COMPLEX')
})

test('a submission is answered BUSY when too many texts wait, and succeeds later', async () => {
  const at = await open({ lanes: { quick: { queue: 0 } } })
  const key = randomUUID()
  expect(await reasonOf(handIn(at, '**作品**', key))).toBe('BUSY')
  expect(await reasonOf(preview(at, '**作品**'))).toBe('BUSY')
  await school.close()
  const again = await open()
  expect(await handIn(again, '**作品**', key)).toMatchObject({ version: 1 })
})

test('a work that came before the end is on time, however long its text took', async () => {
  const at = await open()
  const due_at = school.clock.now() + 1_000
  await school.app.db.updateTable('tasks').set({ due_at, close_at: due_at }).where('id', '=', at.task.id).execute()
  const { run } = school.app.workers
  // Rendering finishes after the deadline.
  Object.assign(school.app.workers, {
    run: (...given: Parameters<typeof run>) => {
      school.clock.move(5_000)
      return run(...given)
    },
  })
  expect(await handIn(at, '**踩点交**')).toMatchObject({
    late: false,
    receipt: { at: new Date(due_at - 1_000).toISOString() },
  })
})
