import { dayLater } from '@tongchuang/contract/rules/days.ts'
import type { Language } from '@tongchuang/contract/errors.ts'
import type { RobotEvent } from '@tongchuang/contract/robots.admin.ts'
import { schoolDay } from '../../db/time.ts'

/**
 * The content about one thing that happened. `title` is said only by robots that may; the rest is only counts and a
 * link.
 */
export type Said = {
  title: string
  /** A path of the student site. */
  link: string
  /** Of a task that is due soon: when, how many it is for, and how many of them have handed nothing in. */
  due_at?: number
  expected?: number
  missing?: number
}
export type SaidEvent = Said & { event: RobotEvent; count: number }

type Reader = { language: Language; zone: string; now: number }
type Given = Reader & {
  site_name: string
  guild: string
  /** The page of the guild, for a message about several things. */
  guild_link: string
  /** The site's address, '' where it is not known. */
  base: string
  titles: boolean
  events: readonly SaidEvent[]
}

const mostNamed = 3
const wide: Readonly<Record<string, string>> = { '@': '＠', '<': '＜', '>': '＞', '[': '［', ']': '］', '`': '｀' }

/**
 * A typed text made safe for a group: one line, without mentions, links or mark-up of any of the platforms, and without
 * characters that draw over their neighbours.
 */
export const harmless = (text: string, most: number): string => {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/[@<>[\]`]/g, (sign) => wide[sign] ?? sign)
    .replaceAll(/:(?=\/)/g, '：')
    .replaceAll(/(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, '．')
    .trim()
  const letters = [...plain]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : plain
}

const titleOf = ({ title }: SaidEvent): string => harmless(title, 30)

const clocks = new Map<string, Intl.DateTimeFormat>()
const clockIn = (language: Language, zone: string, withDay: boolean): Intl.DateTimeFormat => {
  const key = `${language} ${zone} ${withDay}`
  const clock =
    clocks.get(key) ??
    new Intl.DateTimeFormat(language, {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...(withDay && { month: 'short', day: 'numeric' }),
    })
  clocks.set(key, clock)
  return clock
}

/** A due date in words, relative to now. */
const whenDue = (at: number, { language, zone, now }: Reader): string => {
  const day = schoolDay(at, zone)
  const today = schoolDay(now, zone)
  const isToday = day === today
  const isTomorrow = day === dayLater(today, 1)
  const clock = clockIn(language, zone, !isToday && !isTomorrow).format(at)
  if (language === 'en-US') return isToday ? `today at ${clock}` : isTomorrow ? `tomorrow at ${clock}` : `on ${clock}`
  return isToday ? `今天${clock}` : isTomorrow ? `明天${clock}` : clock
}

const zh = {
  announcement: (n: number) => `有${n}条新公告。`,
  taskOpen: (n: number, titles: string) => (titles ? `新任务：${titles}。` : `有${n}个新任务开放了。`),
  due: (title: string, when: string, { expected = 0, missing = 0 }: Said) =>
    `${title || '1个任务'}${when}截止，${expected}人里还有${missing}人没交。`,
  moreDue: (n: number) => `另有${n}个任务一天内截止。`,
  released: (n: number, title: string) => (title ? `${title}公布了${n}份成绩。` : `公布了${n}份成绩。`),
  named: (titles: readonly string[], n: number) =>
    titles.map((title) => `《${title}》`).join('、') + (n > titles.length ? `等${n}个` : ''),
  link: (site: string, url: string) => `打开${site}：${url}`,
  test: '这是一条测试消息：连上了，以后会在这里说一声。',
}
const en: typeof zh = {
  announcement: (n) => (n === 1 ? '1 new announcement.' : `${n} new announcements.`),
  taskOpen: (n, titles) => (titles ? `New: ${titles}.` : n === 1 ? '1 new task is open.' : `${n} new tasks are open.`),
  due: (title, when, { expected = 0, missing = 0 }) =>
    `${title || '1 task'} is due ${when}: ${missing} of ${expected} have not submitted.`,
  moreDue: (n) => (n === 1 ? '1 more task is due within a day.' : `${n} more tasks are due within a day.`),
  released: (n, title) =>
    `${title ? `${title}: ` : ''}${n === 1 ? '1 result was released.' : `${n} results were released.`}`,
  named: (titles, n) =>
    titles.map((title) => `“${title}”`).join(', ') + (n > titles.length ? ` and ${n - titles.length} more` : ''),
  link: (site, url) => `Open ${site}: ${url}`,
  test: 'This is a test: connected. From now on you will hear of it here.',
}

const sum = (events: readonly SaidEvent[]): number => events.reduce((all, { count }) => all + count, 0)

const dueLines = (due: readonly SaidEvent[], given: Given, words: typeof zh): string[] => {
  const some = due.toSorted((one, other) => (one.due_at ?? 0) - (other.due_at ?? 0)).slice(0, mostNamed)
  const lines = some.map((one) =>
    words.due(given.titles ? words.named([titleOf(one)], 1) : '', whenDue(one.due_at ?? 0, given), one),
  )
  return due.length > some.length ? [...lines, words.moreDue(due.length - some.length)] : lines
}

const releasedLines = (released: readonly SaidEvent[], { titles }: Given, words: typeof zh): string[] => {
  if (released.length === 0) return []
  if (!titles || released.length > mostNamed) return [words.released(sum(released), '')]
  return released.map((one) => words.released(one.count, words.named([titleOf(one)], 1)))
}

/**
 * The text shown in the group: the guild, a line for each kind of event, and a link. One thing is linked itself,
 * several link to the guild.
 */
export const textOf = (given: Given): string => {
  const { language, site_name, guild, guild_link, base, titles, events } = given
  const words = language === 'en-US' ? en : zh
  const of = (event: RobotEvent) => events.filter((one) => one.event === event)
  const announcements = of('announcement')
  const opened = of('task_open')
  const names = opened.slice(0, mostNamed).map(titleOf)
  const link = events.length === 1 ? (events[0]?.link ?? guild_link) : guild_link
  return [
    harmless(guild, 60),
    ...dueLines(of('due_soon'), given, words),
    ...(opened.length > 0 ? [words.taskOpen(sum(opened), titles ? words.named(names, sum(opened)) : '')] : []),
    ...(announcements.length > 0 ? [words.announcement(sum(announcements))] : []),
    ...releasedLines(of('released'), given, words),
    ...(base === '' ? [] : [words.link(harmless(site_name, 30), base + link)]),
  ].join('\n')
}

/** The text of a robot's test message. */
export const testTextOf = ({
  language,
  site_name,
  guild,
  base,
  guild_link,
}: Pick<Given, 'language' | 'site_name' | 'guild' | 'base' | 'guild_link'>): string => {
  const words = language === 'en-US' ? en : zh
  const lines = [harmless(guild, 60), words.test]
  return [...lines, ...(base === '' ? [] : [words.link(harmless(site_name, 30), base + guild_link)])].join('\n')
}
