// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { DateFields } from './date-fields.tsx'
import type { Values } from './form-values.ts'

beforeAll(() => loadTexts('zh-CN'))

const dates = { channel: 'online', open_at: null, due_at: '2026-11-20T14:00:00.000Z', close_at: null }

/** The fields of a task, whose late work is marked as such and costs what is given where it costs something. */
const open = async (costs: Pick<Values, 'late_percent' | 'late_cap'>) => {
  const Editor = () => {
    const [values, set] = useState({ ...dates, ...costs, late_rule: 'mark', submit_drafts: false } as Values)
    return <DateFields values={values} change={(next) => set({ ...values, ...next })} locked={false} />
  }
  const page = await openPage(<Editor />)
  return {
    page,
    choose: (rule: Values['late_rule']) =>
      page.doing(() => {
        const [select] = page.all('select') as HTMLSelectElement[]
        if (!select) throw new Error('no choice of what becomes of late work')
        select.value = rule
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }),
    costs: () => page.all('input[type=number]').map((one) => (one as HTMLInputElement).value),
  }
}

test('a deduction for each late day begins with a tenth a day, half at most, and keeps what was set before', async () => {
  const fresh = await open({ late_percent: 0, late_cap: 0 })
  expect(fresh.costs()).toEqual([])
  await fresh.choose('percent')
  expect(fresh.costs()).toEqual(['10', '50'])
  await fresh.page.close()
  const known = await open({ late_percent: 5, late_cap: 20 })
  await known.choose('percent')
  expect(known.costs()).toEqual(['5', '20'])
  await known.page.close()
})
