import type { Language } from '@tongchuang/contract/errors.ts'
import type { Bilingual } from '../http/language.ts'

export const both = (zh: string, en: string): Bilingual => ({ zh, en })

// Cached by language and zone: creating one takes as long as formatting thirty dates.
const clocks = new Map<string, Intl.DateTimeFormat>()

const clockIn = (language: Language, zone: string): Intl.DateTimeFormat => {
  const key = `${language} ${zone}`
  const known = clocks.get(key)
  if (known) return known
  const clock = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(key, clock)
  return clock
}

const dateIn = (instant: string, language: Language, zone: string): string =>
  clockIn(language, zone).format(new Date(instant))

/** Replaces `{at}` in both sentences by an instant on the school's clock. */
export const at = (instant: string, zone: string, zh: string, en: string): Bilingual =>
  both(zh.replace('{at}', dateIn(instant, 'zh-CN', zone)), en.replace('{at}', dateIn(instant, 'en-US', zone)))

export const until = (instant: string | null, zone: string): Bilingual =>
  instant ? at(instant, zone, '截止{at}', 'Due {at}') : both('', '')

export const marked = (score: number | null, max: number): Bilingual =>
  score === null ? both('', '') : both(`${score}分，满分${max}`, `${score} of ${max}`)

export const followed = (first: Bilingual, rest: string): Bilingual =>
  rest === '' ? first : both(`${first.zh}：${rest}`, `${first.en}: ${rest}`)

/** Formats what somebody did; without a name, a classmate did it. */
export const said = (who: string | null, zh: string, en: string): Bilingual =>
  both(`${who ?? '一位同学'}${zh}`, `${who ?? 'A classmate'} ${en}`)
