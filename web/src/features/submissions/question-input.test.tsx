// @vitest-environment happy-dom
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import type { StudentTask } from '../../queries/student-task.ts'
import { QuestionInput } from './question-input.tsx'
import type { Answer } from './work.ts'

type Question = StudentTask['task']['questions'][number]

let page: Awaited<ReturnType<typeof openPage>>
let answer: Answer | undefined
let answerElsewhere: (answer: Answer | undefined) => void
const { value: whatIsRead = {}, validity: whatIsValid = {} } = Object.getOwnPropertyDescriptors(
  HTMLInputElement.prototype,
)
const shown = new WeakMap<object, string>()

/**
 * Emulates a browser’s number field, which this document lacks: an invalid number reads as empty, and a trailing
 * decimal point reads as empty in some browsers and is dropped in others.
 */
const readNumbers = (lastPoint: 'nothing' | 'left out') => {
  const isNumber = (text: string) => /^-?\d+(\.\d+)?(e-?\d+)?$/.test(text)
  Object.defineProperty(HTMLInputElement.prototype, 'value', {
    configurable: true,
    get() {
      const text = shown.get(this) ?? ''
      if (lastPoint === 'left out' && text.endsWith('.') && isNumber(text.slice(0, -1))) return text.slice(0, -1)
      return isNumber(text) ? text : ''
    },
    set(text: string) {
      shown.set(this, String(text))
    },
  })
  Object.defineProperty(HTMLInputElement.prototype, 'validity', {
    configurable: true,
    get() {
      const { value } = elementOf(HTMLInputElement, this)
      return { badInput: value === '' && (shown.get(this) ?? '') !== '' }
    },
  })
}

beforeAll(() => loadTexts('taskSubmit'))
beforeEach(() => {
  answer = undefined
})
afterEach(async () => {
  await page.close()
  Object.defineProperties(HTMLInputElement.prototype, { value: whatIsRead, validity: whatIsValid })
})

const Asked = () => {
  const [given, setGiven] = useState<Answer | undefined>()
  useLayoutEffect(() => void (answer = given), [given])
  useLayoutEffect(() => void (answerElsewhere = setGiven), [])
  const question: Question = { id: 'q', label: '平均每天长高多少', kind: 'number', required: true }
  return <QuestionInput question={question} at={0} answer={given} locked={false} onAnswer={setGiven} />
}
const field = () => elementOf(HTMLInputElement, page.named('input', ''))
const onScreen = () => shown.get(field())
const type = async (letters: string) => {
  for (const letter of letters)
    await page.doing(() => {
      shown.set(field(), (onScreen() ?? '') + letter)
      field().dispatchEvent(new Event('input', { bubbles: true }))
    })
}

for (const lastPoint of ['nothing', 'left out'] as const)
  test.each([
    ['3.05', 3.05],
    ['0.05', 0.05],
    ['10.01', 10.01],
    ['-0.5', -0.5],
    ['1000', 1000],
    ['1.5e-3', 0.0015],
  ])(
    `a student who types %s has answered that number, where the last point reads as ${lastPoint}`,
    async (typed, number) => {
      readNumbers(lastPoint)
      page = await openPage(<Asked />)
      await type(typed)
      expect(onScreen()).toBe(typed)
      expect(answer).toBe(number)
    },
  )

test('a student who leaves the field sees the number that will be handed in', async () => {
  readNumbers('left out')
  page = await openPage(<Asked />)
  await type('007.50')
  expect(onScreen()).toBe('007.50')
  await page.doing(() => field().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(onScreen()).toBe('7.5')
  expect(answer).toBe(7.5)
})

test('a number that comes from another device stands in the field, over what was typed here', async () => {
  readNumbers('left out')
  page = await openPage(<Asked />)
  await type('3.0')
  await page.doing(() => answerElsewhere(12.5))
  expect(onScreen()).toBe('12.5')
  await type('1')
  expect(answer).toBe(12.51)
  await page.doing(() => answerElsewhere(undefined))
  expect(onScreen()).toBe('')
})
