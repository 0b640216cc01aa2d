import { setTimeZone } from '@tongchuang/ui/server-clock.ts'
import { afterEach, expect, test } from 'vitest'
import { filterOf } from './filter.ts'

afterEach(() => setTimeZone('Asia/Shanghai'))

const from = (address: string) => filterOf(new URLSearchParams(address))

test('whoever looks at one day of the record sees all of it, also where the clock is changed on it', () => {
  setTimeZone('Europe/Berlin')
  expect(from('from=2026-10-25&to=2026-10-25')).toEqual({
    from: '2026-10-24T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
  })
  expect(from('from=2026-03-29&to=2026-03-29')).toEqual({
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
  })
})

test('a date in the address that is no day is left out of the question', () => {
  for (const day of ['', 'soon', '2026-13-40']) expect(from(`to=${day}&from=${day}`)).toEqual({})
  expect(from('who=林&guild=7&call=/api')).toEqual({ keyword: '林', guild_id: 7, call: '/api' })
})
