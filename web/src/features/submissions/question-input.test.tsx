// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { QuestionInput } from './question-input.tsx'
import type { Answer } from './work.ts'

test('a student who answers 0.05 to a question for a number hands in that, not 5', async () => {
  let held: Answer | undefined
  const Editor = () => {
    const [answer, set] = useState<Answer>()
    return (
      <QuestionInput
        question={{ id: 'a', label: '误差', kind: 'number', required: true }}
        at={0}
        answer={answer}
        locked={false}
        onAnswer={(next) => set((held = next))}
      />
    )
  }
  const page = await openPage(<Editor />)
  const [field] = page.all('input') as HTMLInputElement[]
  if (!field) throw new Error('no place for the answer')
  for (const text of ['0', '0.0', '0.05']) {
    await page.doing(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    expect([field.value, held]).toEqual([text, Number(text)])
  }
  await page.doing(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect([field.value, held]).toEqual(['', undefined])
  await page.close()
})
