// @vitest-environment happy-dom
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { emptyKey, type Question, type QuestionKey } from './question-list.ts'
import { QuestionRow } from './question-row.tsx'

beforeAll(() => loadTexts('zh-CN'))

const question: Question = { id: 'a', label: '圆周率', kind: 'number', required: true, points: 5 }

/** A question about a number, open in the editor; `held` is what would be saved of it. */
const open = async () => {
  let held: { one: Question; answer: QuestionKey } = { one: question, answer: { ...emptyKey('a'), accepted: ['3.14'] } }
  const Editor = () => {
    const [{ one, answer }, set] = useState(held)
    const onSet = (next: Question, key = answer) => set((held = { one: next, answer: key }))
    const nothing = () => undefined
    return (
      <QuestionRow
        {...{ one, answer, at: 0, last: 0, locked: false, isOpen: true, onSet }}
        {...{ onOpen: nothing, onMove: nothing, onRemove: nothing }}
      />
    )
  }
  const page = await openPage(<Editor />)
  const field = (label: string) => {
    const found = elementOf(HTMLLabelElement, page.named('label', label))
    return elementOf(HTMLInputElement, document.getElementById(found.htmlFor))
  }
  /** What a browser reports after each key: a number that ends in its decimal point is not a valid number yet. */
  const type = async (label: string, growing: readonly string[]) => {
    for (const text of growing) {
      const at = field(label)
      const isBad = text.endsWith('.')
      Object.defineProperty(at, 'validity', { configurable: true, value: { badInput: isBad } })
      await page.doing(() => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(at, isBad ? '' : text)
        at.dispatchEvent(new Event('input', { bubbles: true }))
      })
      // Writing another text into the field would erase the decimal point, which is not visible in `value`.
      expect(field(label).value).toBe(isBad ? '' : text)
    }
  }
  const leave = (label: string) =>
    page.doing(() => field(label).dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  return { page, field, type, leave, held: () => held }
}

test('a teacher who types a tolerance of 0.05 key by key allows no more than that', async () => {
  const { page, type, held } = await open()
  await type('允许差多少', ['0', '0.', '0.0', '0.05'])
  expect(held().answer.tolerance).toBe(0.05)
  expect(page.named('p', '3.19').textContent).toContain('3.09')
  await page.close()
})

test('a question is worth half a point where that is typed, and as many as there are where more are', async () => {
  const { page, type, field, leave, held } = await open()
  await type('分值', ['1', '1.', '1.0', '1.05', '1.0', '', '0', '0.', '0.5'])
  expect(held().one.points).toBe(0.5)
  await type('分值', ['10', '100'])
  await page.doing(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field('分值'), '1000')
    field('分值').dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect([field('分值').value, held().one.points]).toEqual(['100', 100])
  await type('分值', [''])
  await leave('分值')
  expect([field('分值').value, held().one.points]).toEqual(['0', 0])
  await page.close()
})
