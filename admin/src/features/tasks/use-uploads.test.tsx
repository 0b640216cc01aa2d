// @vitest-environment happy-dom
import { FileCard } from '@tongchuang/contract/files.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useTaskForm } from './use-task-form.ts'
import { useUploads } from './use-uploads.ts'

const arrivals = new Map<string, () => void>()
const cardOf = (name: string): FileCard =>
  sampleOf(FileCard, { id: name.codePointAt(0), name, kind: 'image', url: `/api/files/${name}` })
vi.mock('./upload.ts', () => ({
  uploadFile: (file: File) =>
    new Promise((resolve) => {
      arrivals.set(file.name, () => resolve(cardOf(file.name)))
    }),
}))

const task = sampleOf(taskEditing.form.output, {
  id: 3,
  status: 'open',
  base_version: 1,
  title: '观鸟',
  files: [cardOf('z')],
})
let editing: ReturnType<typeof useTaskForm>
let uploads: ReturnType<typeof useUploads>
let page: Awaited<ReturnType<typeof openPage>>
const Editor = () => {
  const now = useTaskForm(task, 11)
  const files = useUploads(now)
  useLayoutEffect(() => void ([editing, uploads] = [now, files]))
  return null
}
const add = (name: string) => page.doing(() => void uploads.add([new File(['x'], name)]))
const arrive = (name: string) => page.doing(() => arrivals.get(name)?.())
const names = () => editing.values.files.map(({ name }) => name)

beforeEach(async () => {
  localStorage.clear()
  connect(() => new Promise(() => undefined))
  page = await openPage(<Editor />)
})
afterEach(() => page.close())

test('a teacher who adds a second file while the first is on its way has both in the task', async () => {
  await add('a')
  await add('b')
  await arrive('a')
  await arrive('b')
  expect(names()).toEqual(['z', 'a', 'b'])
})

test('two files that arrive at the same moment are both in the task', async () => {
  await add('a')
  await add('b')
  await page.doing(() => {
    arrivals.get('a')?.()
    arrivals.get('b')?.()
  })
  expect(names()).toEqual(['z', 'a', 'b'])
})

test('a file that a teacher removes while another is on its way does not come back', async () => {
  await add('a')
  await page.doing(() => editing.change({ files: [] }))
  await arrive('a')
  expect(names()).toEqual(['a'])
})

test('a picture that a teacher brings into the text is shown there as soon as it has arrived', async () => {
  let shown: string | null = null
  await page.doing(async () => {
    const adding = uploads.add([new File(['x'], 'a')])
    arrivals.get('a')?.()
    await adding
    // The editor draws the picture before the page is rendered again.
    shown = editing.urlOf(cardOf('a').id)
  })
  expect(shown).toBe('/api/files/a')
})
