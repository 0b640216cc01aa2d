import type { GuildCard } from '@tongchuang/contract/catalog.ts'
import { expect, test } from 'vitest'
import { byUrgency, standingTo } from './standing.ts'

const guild = (part: Partial<GuildCard>): GuildCard => ({
  id: 1,
  name: '',
  hue: 'art',
  glyph: '',
  flag: 'shield-plain-tech',
  subject: 'lamp',
  motto: '',
  cover: '',
  category_id: null,
  category: '',
  intro: '',
  teacher: '',
  member_count: 3,
  capacity: null,
  open_task_count: 0,
  join_policy: 'open',
  archived: false,
  my_status: 'none',
  my_role: null,
  due_soon: null,
  ...part,
})

test.each([
  ['may join an open guild', {}, 'open'],
  ['may come back to a guild left', { my_status: 'left' }, 'open'],
  ['may ask again after a refusal', { my_status: 'refused', join_policy: 'approval' }, 'approval'],
  ['needs a code where the guild says so', { join_policy: 'code' }, 'code'],
  ['finds no place in a full guild', { capacity: 3 }, 'full'],
  ['finds a closed guild closed, full or not', { capacity: 3, join_policy: 'closed' }, 'closed'],
  ['who waits goes on waiting where it has become full', { my_status: 'pending', capacity: 3 }, 'pending'],
  ['is in', { my_status: 'member', my_role: 'student', join_policy: 'closed' }, 'member'],
  ['who leads there does not join', { my_status: 'member', my_role: 'assistant' }, 'staff'],
] as const)('a student %s', (_, part, standing) => {
  expect(standingTo(guild(part))).toBe(standing)
})

test('the guild whose task is due soonest comes first', () => {
  const rule = { late_rule: 'mark', late_percent: 0, late_cap: 100 } as const
  const due = (id: number, due_at: string | null) =>
    guild({ id, due_soon: { task_id: 1, title: '', due_at, close_at: null, ...rule, state: 'doing' } })
  const list = [
    guild({ id: 1 }),
    due(2, null),
    due(3, '2026-11-23T00:00:00.000Z'),
    guild({ id: 4 }),
    due(5, '2026-11-21T00:00:00.000Z'),
  ]
  expect(byUrgency(list).map(({ id }) => id)).toEqual([5, 3, 2, 1, 4])
})
