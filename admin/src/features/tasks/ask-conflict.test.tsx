// @vitest-environment happy-dom
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { AskConflict, ConflictLines } from './ask-conflict.tsx'
import { useTaskForm } from './use-task-form.ts'

const draft = sampleOf(taskEditing.form.output, { id: 3, status: 'draft', base_version: 1, title: '观鸟', content: '' })
const theirs = { ...draft, title: '同事的标题', base_version: 2 }

const Editor = () => {
  const editing = useTaskForm(draft, 11)
  return (
    <>
      <input
        aria-label="标题"
        value={editing.values.title}
        onChange={(event) => editing.change({ title: event.target.value })}
      />
      <ConflictLines editing={editing} />
      <AskConflict editing={editing} />
    </>
  )
}

let page: Awaited<ReturnType<typeof openPage>>
const title = () => elementOf(HTMLInputElement, page.named('input', '标题'))
const press = (name: string) => page.doing(() => page.named('button', name).click())

beforeAll(() => loadTexts('zh-CN'))
beforeEach(async () => {
  vi.useFakeTimers()
  localStorage.clear()
  connect(async () => ({ code: 0, msg: '', time: 0, data: { reason: 'CONFLICT', theirs } }))
  page = await openPage(<Editor />)
  await page.doing(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(title(), '老师刚写的标题')
    title().dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.doing(() => vi.advanceTimersByTimeAsync(1100))
})
afterEach(async () => {
  await page.close()
  vi.useRealTimers()
})

test('Esc leaves everything that was typed; a line says that it is not saved and brings the question back', async () => {
  expect(page.all('dialog')).toHaveLength(1)
  await page.doing(() => page.all('dialog')[0]?.dispatchEvent(new Event('cancel', { cancelable: true })))
  expect(page.all('dialog')).toHaveLength(0)
  expect(title().value).toBe('老师刚写的标题')
  expect(document.body.textContent).toContain('你的改动还没有保存')
  await press('现在选')
  expect(page.all('dialog')).toHaveLength(1)
})

test('who takes the newest by mistake puts their own words back', async () => {
  await press('用最新的')
  expect(title().value).toBe('同事的标题')
  await press('放回来')
  expect(title().value).toBe('老师刚写的标题')
  expect(page.all('button').map(({ textContent }) => textContent)).not.toContain('放回来')
})
