import { expect, test } from 'vitest'
import { isSame, mustBeOffline, typedOf } from './entered-rules.ts'

const task = { max_score: 50 }

test('a score, a word and a blank are three things; a blank takes the words with it', () => {
  const before = { text: '少了一步' }
  expect(typedOf(task, { score: 50 }, undefined)).toEqual({ word: 'score', score: 50, text: '' })
  expect(typedOf(task, { score: 0 }, before)).toEqual({ word: 'score', score: 0, text: '少了一步' })
  expect(typedOf(task, { score: null, word: 'missing' }, before)).toEqual({
    word: 'missing',
    score: null,
    text: '少了一步',
  })
  expect(typedOf(task, { score: null, text: '少了一步' }, before)).toEqual({ word: 'blank', score: null, text: '' })
})

test('a score off the scale is refused with the full marks', () => {
  for (const score of [50.5, -1])
    expect(() => typedOf(task, { score }, undefined)).toThrow(
      expect.objectContaining({ reason: 'SCORE', data: { max: 50 } }),
    )
})

test('two entries say the same where word, score and words are the same', () => {
  const one = { word: 'score', score: 1, text: '' } as const
  expect(isSame(one, { ...one })).toBe(true)
  expect(isSame(one, { ...one, text: '好' })).toBe(false)
  expect(isSame(one, { ...one, score: 2 })).toBe(false)
})

test('results are typed for an offline task that students know of, and for no other', () => {
  for (const status of ['open', 'closed', 'archived'] as const) mustBeOffline({ channel: 'offline' }, status)
  for (const status of ['draft', 'scheduled', 'trashed'] as const)
    expect(() => mustBeOffline({ channel: 'offline' }, status)).toThrow(expect.objectContaining({ reason: 'STATE' }))
  expect(() => mustBeOffline({ channel: 'online' }, 'open')).toThrow(
    expect.objectContaining({ data: { state: 'online' } }),
  )
})
