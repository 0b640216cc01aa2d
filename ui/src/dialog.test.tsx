// @vitest-environment happy-dom
import { FileCard } from '@tongchuang/contract/files.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { expect, onTestFinished, test } from 'vitest'
import { Dialog } from './dialog.tsx'
import { FileDialog } from './file-dialog.tsx'
import { openPage } from './testing/page.tsx'

const focusIn = async (children: Parameters<typeof openPage>[0]) => {
  const page = await openPage(children)
  onTestFinished(() => page.close())
  return document.activeElement
}
const close = () => undefined

test('a dialog begins at its first field, past what is hidden or cannot be used', async () => {
  const field = await focusIn(
    <Dialog title="退回" onClose={close}>
      <input type="hidden" />
      <input type="file" aria-label="文件" />
      <input disabled aria-label="学号" />
      <textarea aria-label="理由" />
    </Dialog>,
  )
  expect(field?.getAttribute('aria-label')).toBe('理由')
})

test('where the first field of a dialog is a choice, the focus is on what is chosen', async () => {
  const field = await focusIn(
    <Dialog title="延期" onClose={close}>
      <input type="radio" name="until" aria-label="明天" />
      <input type="radio" name="until" aria-label="下周" defaultChecked />
    </Dialog>,
  )
  expect(field?.getAttribute('aria-label')).toBe('下周')
})

test('without a field it begins at its heading, never at the cross', async () => {
  const heading = await focusIn(
    <Dialog title="公布成绩" onClose={close} actions={<button type="button">公布</button>}>
      12 人会看到结果
    </Dialog>,
  )
  expect(heading?.tagName).toBe('H2')
  expect(heading?.textContent).toBe('公布成绩')
})

test('the arrows turn the files of a dialog from where it begins', async () => {
  const moves: number[] = []
  const files = ['一.zip', '二.zip'].map((name, at) =>
    sampleOf(FileCard, { id: at + 1, name, url: `/${at}`, kind: 'archive', size: 1 }),
  )
  const page = await openPage(<FileDialog files={files} at={0} onMove={(at) => moves.push(at)} onClose={close} />)
  onTestFinished(() => page.close())
  await page.press('ArrowRight')
  expect(moves).toEqual([1])
})

test('a dialog stays for whoever double-clicks the button that opens it, and a press outside closes it afterwards', async () => {
  let closed = 0
  await focusIn(
    <Dialog title="归档公会" onClose={() => (closed += 1)}>
      同学只能查看
    </Dialog>,
  )
  const press = (detail: number) =>
    document.querySelector('dialog')?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, detail }))
  press(2)
  expect(closed).toBe(0)
  press(1)
  expect(closed).toBe(1)
})
