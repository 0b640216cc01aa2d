import type { Language } from './language.ts'
import { serverNow, timeZone } from './server-clock.ts'
import { uiTexts } from './ui-texts.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const formatters = new Map<string, Intl.DateTimeFormat>()
const formatter = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const zone = timeZone()
  const key = language + zone + JSON.stringify(options)
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(language, { ...options, timeZone: zone })
  formatters.set(key, made)
  return made
}

type Instant = string | number
const msOf = (instant: Instant): number => (typeof instant === 'number' ? instant : Date.parse(instant))
/** Days since 1970 in the school's zone. */
const dayNumber = (ms: number): number =>
  Math.round(Date.parse(formatter('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(ms)) / day)
const yearOf = (ms: number): string => formatter('en-CA', { year: 'numeric' }).format(ms)

/** 22:00, 10:00 PM */
export const formatTime = (instant: Instant, language: Language): string =>
  language === 'zh-CN'
    ? formatter(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(msOf(instant))
    : // No line ends before PM.
      formatter(language, { hour: 'numeric', minute: '2-digit' }).format(msOf(instant)).replace(/\s/, '\u00a0')

/** 12月3日, Dec 3; with the year if it is not the current one. */
export const formatDay = (instant: Instant, language: Language, now: number = serverNow()): string => {
  const ms = msOf(instant)
  const year = yearOf(ms) === yearOf(now) ? {} : { year: 'numeric' as const }
  return formatter(language, { month: language === 'zh-CN' ? 'long' : 'short', day: 'numeric', ...year }).format(ms)
}

/** 周四, Thu */
export const formatWeekday = (instant: Instant, language: Language): string =>
  formatter(language, { weekday: 'short' }).format(msOf(instant))

/** 12月3日 周四; Thu, Dec 3 */
export const formatDate = (instant: Instant, language: Language, now: number = serverNow()): string => {
  const [day, weekday] = [formatDay(instant, language, now), formatWeekday(instant, language)]
  return language === 'zh-CN' ? `${day} ${weekday}` : `${weekday}, ${day}`
}

/** A day and a time of it: 12月3日 22:00; Dec 3, 10:00 PM */
export const withTime = (day: string, instant: Instant, language: Language): string =>
  day + (language === 'zh-CN' ? ' ' : ', ') + formatTime(instant, language)

/** 12月3日 周四 22:00 */
export const formatMoment = (instant: Instant, language: Language, now: number = serverNow()): string =>
  withTime(formatDate(instant, language, now), instant, language)

/** A span of time: in minutes below an hour, in hours below two days, else in days; never below one minute. */
export const formatSpan = (ms: number, language: Language): string => {
  const texts = uiTexts(language)
  if (ms < hour) return texts.minutes(Math.max(1, Math.floor(ms / minute)))
  if (ms < 2 * day) return texts.hours(Math.floor(ms / hour))
  return texts.days(Math.floor(ms / day))
}

/** 还剩 5 小时, or 已截止 */
export const formatRemaining = (instant: Instant, language: Language, now: number = serverNow()): string => {
  const left = msOf(instant) - now
  return left <= 0 ? uiTexts(language).closed : uiTexts(language).left(formatSpan(left, language))
}

/** 12月3日 周四 22:00 截止 · 还剩 5 小时 */
export const formatDeadline = (instant: Instant | null, language: Language, now: number = serverNow()): string => {
  const texts = uiTexts(language)
  return instant === null
    ? texts.noDue
    : `${texts.due(formatMoment(instant, language, now))} · ${formatRemaining(instant, language, now)}`
}

/** 3小时前, 昨天 19:22; a date if it is more than 7 days away. */
export const formatRelative = (instant: Instant, language: Language, now: number = serverNow()): string => {
  const ms = msOf(instant)
  const texts = uiTexts(language)
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const ago = now - ms
  const days = dayNumber(ms) - dayNumber(now)
  if (Math.abs(ago) < minute) return texts.justNow
  if (Math.abs(ago) < hour) return words.format(-Math.trunc(ago / minute), 'minute')
  if (days === 0) return words.format(-Math.trunc(ago / hour), 'hour')
  if (days === -1) return `${texts.yesterday} ${formatTime(ms, language)}`
  if (Math.abs(days) <= 7) return words.format(days, 'day')
  return formatDay(ms, language, now)
}

export type LeafTone = 'today' | 'open' | 'returned' | 'late' | 'closed'
export type Leaf = { top: string; main: string; tone: LeafTone }

/** The content of a calendar leaf for a deadline: the hour if it is today, the weekday this week, the month later. */
export const leafOf = (instant: Instant, language: Language, now: number = serverNow()): Leaf => {
  const ms = msOf(instant)
  const days = dayNumber(ms) - dayNumber(now)
  const date = formatter('en-US', { day: 'numeric' }).format(ms)
  const month = formatter(language, { month: 'short' }).format(ms)
  if (ms <= now) return { top: month, main: date, tone: 'closed' }
  if (days === 0)
    return {
      top: uiTexts(language).today,
      main: formatter('en-GB', { hour: '2-digit', minute: '2-digit' }).format(ms),
      tone: 'today',
    }
  return { top: days < 7 ? formatWeekday(ms, language) : month, main: date, tone: 'open' }
}
