import { expect, test } from 'vitest'
import { isInReach, isPickAsSeen, isWider, shareState, staffVisibility } from './rules.ts'

type Shared = Parameters<typeof shareState>[0]
const open = (share: Shared['share']): Shared => ({ share, share_state: 'open' })

test.each<[what: string, before: Shared, share: Shared['share'], state: Shared['share_state']]>([
  ['shared for the first time', open('none'), 'guild', 'waiting'],
  ['shown to more people', open('guild'), 'site', 'waiting'],
  ['shown to fewer', open('site'), 'guild', 'open'],
  ['shown to nobody', open('site'), 'none', 'open'],
  ['shared as it was', open('guild'), 'guild', 'open'],
  ['shared as it waits', { share: 'guild', share_state: 'waiting' }, 'guild', 'waiting'],
  ['shared anew after it was refused', { share: 'guild', share_state: 'refused' }, 'guild', 'waiting'],
  ['shown to fewer before staff agreed', { share: 'site', share_state: 'waiting' }, 'guild', 'waiting'],
])('where staff agree first, a work that is %s', (_what, before, share, state) => {
  expect(shareState(before, share, true)).toBe(state)
  expect(shareState(before, share, false)).toBe('open')
})

test('a work that is shown to more people is told from one shown to as many or fewer', () => {
  const all = ['none', 'guild', 'site'] as const
  const wider = all.flatMap((before) => all.filter((after) => isWider(before, after)).map((after) => [before, after]))
  expect(wider).toEqual([
    ['none', 'guild'],
    ['none', 'site'],
    ['guild', 'site'],
  ])
})

test('who reviews sees all works of the guild, who moderates those that are to be shared, others what is shown', () => {
  const assistant = {
    role: 'assistant',
    can_review: false,
    can_moderate: false,
    can_admit: true,
    can_see_grades: true,
  } as const
  expect(staffVisibility(assistant)).toBe('shown')
  expect(staffVisibility({ ...assistant, can_moderate: true })).toBe('sharing')
  expect(staffVisibility({ ...assistant, can_review: true })).toBe('all')
  expect(staffVisibility({ ...assistant, role: 'teacher' })).toBe('all')
})

test('who only moderates decides about works that passed and are to be shared, who reviews about every one', () => {
  const moderating = {
    role: 'assistant',
    can_review: false,
    can_moderate: true,
    can_admit: true,
    can_see_grades: true,
  } as const
  const cases = [
    { passed: true, share: 'guild' },
    { passed: false, share: 'guild' },
    { passed: true, share: 'none' },
  ] as const
  expect(cases.map((work) => isInReach(moderating, work))).toEqual([true, false, false])
  expect(cases.map((work) => isInReach({ ...moderating, can_review: true }, work))).toEqual([true, true, true])
})

test('who picks a work has seen the words that stand there, or puts them in the place of their own or of a proposal', () => {
  const [teacher, assistant] = [
    { user_id: 1, isTeacher: true },
    { user_id: 2, isTeacher: false },
  ]
  const of = (picked_by: number, status: 'proposed' | 'agreed') => ({ picked_by, status, reason: '构图稳' })
  const seen = { status: 'proposed', reason: '构图稳' } as const
  expect(isPickAsSeen(null, undefined, assistant)).toBe(true)
  expect(isPickAsSeen(null, of(2, 'proposed'), assistant)).toBe(true)
  expect(isPickAsSeen(null, of(3, 'proposed'), assistant)).toBe(false)
  expect(isPickAsSeen(null, of(3, 'proposed'), teacher)).toBe(true)
  expect(isPickAsSeen(null, of(3, 'agreed'), teacher)).toBe(false)
  expect(isPickAsSeen(seen, of(3, 'proposed'), teacher)).toBe(true)
  expect(isPickAsSeen(seen, of(3, 'agreed'), teacher)).toBe(false)
  expect(isPickAsSeen(seen, { ...of(3, 'proposed'), reason: '好看' }, teacher)).toBe(false)
  expect(isPickAsSeen(seen, undefined, teacher)).toBe(false)
})
