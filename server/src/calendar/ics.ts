import type { Language } from '@tongchuang/contract/errors.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import ical, { ICalCalendarMethod } from 'ical-generator'
import type { DueDate } from './store.ts'

type Given = { site_name: string; zone: string; language: Language; base: string; dates: readonly DueDate[] }

const words = {
  'zh-CN': {
    name: (site: string) => `${site}：我的截止时间`,
    due: (title: string) => `截止：${title}`,
    untaken: '还没有接取',
  },
  'en-US': {
    name: (site: string) => `${site}: my due dates`,
    due: (title: string) => `Due: ${title}`,
    untaken: 'Not accepted yet',
  },
} as const

/**
 * Due dates as a calendar that programs subscribe to; the same task keeps its identity, so a moved date moves its
 * entry.
 */
export const icsOf = ({ site_name, zone, language, base, dates }: Given): string => {
  const { name, due, untaken } = words[language]
  const calendar = ical({
    name: name(site_name),
    prodId: '//tongchuang//guild//ZH',
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3_600,
  })
  calendar.x('X-WR-TIMEZONE', zone)
  for (const { task_id, guild_id, round, title, guild, due_at, state, is_offline, updated_at } of dates) {
    calendar.createEvent({
      id: `task-${task_id}-${round}@tongchuang`,
      start: new Date(due_at),
      stamp: new Date(updated_at),
      summary: due(title),
      description: state === null && is_offline === 0 ? `${guild}\n${untaken}` : guild,
      url: base + paths.task({ guild: guild_id, task: task_id }),
    })
  }
  return calendar.toString()
}
