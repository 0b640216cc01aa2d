import { subjects } from '@tongchuang/contract/drawings.ts'
import { flagOf } from '@tongchuang/contract/flags.ts'
import { hues } from '@tongchuang/contract/rules/hues.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newFlag, type Flag } from './flag-rules.ts'
import { guessSubject } from './subject-rules.ts'

const lookOf = ({ glyph, flag }: Flag) => {
  const { shape, pattern } = flagOf(flag)
  return `${shape} ${pattern} ${glyph}`
}

/** The flags of guilds that are made one after another. */
const madeOneByOne = (names: readonly string[], hue: (typeof hues)[number]) => {
  const taken: Flag[] = []
  for (const name of names) taken.push(newFlag({ name, hue, subject: guessSubject(name, '') }, taken))
  return taken
}

test('no two of 200 guilds have the same shape, pattern and drawing by default', () => {
  // Classes, guilds of one subject, and whatever somebody may type; up to 199 of them, and often many of one name.
  const grade = fc.constantFrom('高一', '高二', '高三')
  const classes = fc.tuple(grade, fc.integer({ min: 1, max: 12 })).map(([year, at]) => `${year}（${at}）班`)
  const clubs = fc.constantFrom('数学建模组', '数学竞赛组', '光影摄影公会', '文学社', '合唱团', '星火')
  const typed = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
  const names = fc.array(fc.oneof(classes, clubs, typed), { minLength: 2, maxLength: 199, size: 'max' })
  fc.assert(
    fc.property(names, fc.constantFrom(...hues), (given, hue) => {
      const made = madeOneByOne(given, hue)
      expect(new Set(made.map(lookOf)).size).toBe(given.length)
    }),
    { numRuns: 40 },
  )
})

test('even 448 guilds of one name differ, and the next one has a flag all the same', () => {
  const made = madeOneByOne(
    Array.from({ length: 449 }, () => '高一（3）班'),
    'tech',
  )
  expect(new Set(made.slice(0, 448).map(lookOf)).size).toBe(448)
  expect(made[448]?.glyph).toBe('class')
})

test('a drawing that the teacher wants is kept, and no guild has its shape and pattern with it while there are any', () => {
  const taken: Flag[] = []
  for (let made = 0; made < 32; made += 1)
    taken.push(newFlag({ name: '文学社', hue: 'lit', subject: 'write', glyph: '文' }, taken))
  expect(new Set(taken.map(lookOf)).size).toBe(32)
  expect(taken.every(({ glyph }) => glyph === '文')).toBe(true)
})

test.each([
  ['数学建模组', '', 'math'],
  ['光影公会', '美术摄影', 'photo'],
  ['机器人社', '信息科技', 'robot'],
  ['高一（3）班', '', 'class'],
  ['第二小队', '社会实践', 'care'],
  ['Chess and Go', '体育健康', 'sport'],
])('%s in %s is drawn as %s', (name, category, subject) => {
  expect(guessSubject(name, category)).toBe(subject)
})

test('a name that says nothing gets a drawing that says nothing', () => {
  expect(['lamp', 'books', 'compass', 'easel']).toContain(guessSubject('星火', ''))
  for (const name of ['', '一', '🎈', 'x'.repeat(60)]) expect(subjects).toContain(guessSubject(name, ''))
})
