// @vitest-environment happy-dom
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import type { TaskForm } from './queries.ts'
import { isLocked, ReadOnlyNote } from './read-only-note.tsx'

beforeAll(() => loadTexts('zh-CN'))

const saidOf = async (given: Partial<TaskForm>) => {
  const form = sampleOf(taskEditing.form.output, { set: null, may_lead: true, read_only: false, ...given })
  const page = await openPage(<ReadOnlyNote form={form} />)
  const said = page.all('p').map(({ textContent }) => textContent)
  await page.close()
  return [...said, isLocked(form)]
}

test('an assistant who opens a published task reads that its teachers change it; a draft can be written', async () => {
  expect(await saidOf({ may_lead: false, status: 'open' })).toEqual(['任务已经发布，由老师修改，你可以查看。', true])
  expect(await saidOf({ may_lead: false, status: 'draft' })).toEqual([false])
})

test('a teacher reads why a task can no longer be changed: its guild or the task is archived, or it is in the bin', async () => {
  expect(await saidOf({ status: 'open' })).toEqual([false])
  expect(await saidOf({ status: 'closed', read_only: true })).toEqual(['公会已归档，任务只能查看。', true])
  expect(await saidOf({ status: 'archived' })).toEqual(['任务已归档，只能查看。', true])
  expect(await saidOf({ status: 'trashed' })).toEqual(['这个任务在回收站里。', true])
})
