// @vitest-environment happy-dom
import { questionsImportAdmin } from '@tongchuang/contract/questions-import.admin.ts'
import { sampleOf, sentWith } from '@tongchuang/contract/testing/sample.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { ImportDialog } from './import-questions.tsx'

beforeAll(() => loadTexts('zh-CN'))
afterEach(() => localStorage.clear())

const nothing = () => undefined

/** The dialog, with a file chosen in it; `sent` is what was read, `words` what stands in the field then. */
const chosen = async (file: File, answered: { text?: string } = {}) => {
  const sent: object[] = []
  connect(async ({ input }) => {
    sent.push(sentWith(questionsImportAdmin.read, input))
    return { code: 1, msg: '', time: 0, data: sampleOf(questionsImportAdmin.read.output, answered) }
  })
  const page = await openPage(
    <MeContext value={aMe({ id: 11 })}>
      <ImportDialog task_id={3} asked={{ questions: [], keys: [] }} onTake={nothing} onClose={nothing} />
    </MeContext>,
  )
  const field = elementOf(HTMLInputElement, page.all('input[type=file]')[0])
  Object.defineProperty(field, 'files', { value: [file] })
  await page.doing(() => field.dispatchEvent(new Event('change', { bubbles: true })))
  await expect
    .poll(async () => {
      await page.doing(() => new Promise((resolve) => setTimeout(resolve, 5)))
      return sent.length
    })
    .toBe(1)
  const words = elementOf(HTMLTextAreaElement, page.all('textarea')[0]).value
  await page.close()
  return { sent, words }
}

const gbk = new Uint8Array([0x31, 0x2e, 0x20, 0xb6, 0xd4, 0xc2, 0xf0])
const utf16 = new Uint8Array([
  0xff,
  0xfe,
  ...[...'1. 对吗'].flatMap((one) => [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8]),
])

test.each([
  ['UTF-8', '1. 对吗'],
  ['GBK', gbk],
  ['UTF-16', utf16],
])('a text file in %s stands in the field with its letters, and is read', async (_, content) => {
  const { sent, words } = await chosen(new File([content], '小测.TXT'))
  expect([words, sent]).toEqual(['1. 对吗', [{ task_id: 3, room: 60, text: '1. 对吗' }]])
})

test('a paper in Word is read by its name, and its words stand in the field to be corrected', async () => {
  const { sent, words } = await chosen(new File(['PK'], '小测.docx'), { text: '1. 对吗' })
  expect(sent).toMatchObject([{ name: '小测.docx' }])
  expect(words).toBe('1. 对吗')
})
