import { expect, test } from 'vitest'
import { backup } from './en-US/backup.ts'
import { enteredImport } from './en-US/entered-import.ts'
import { gradeUp } from './en-US/grade-up.ts'
import { grades } from './en-US/grades.ts'
import { home } from './en-US/home.ts'
import { moderation } from './en-US/moderation.ts'
import { questions } from './en-US/questions.ts'
import { roster } from './en-US/roster.ts'

test('staff who read English are told of one of a thing as of one, and of more as of more', () => {
  expect(gradeUp.guildHas(1, 1, 1)).toBe(
    '1 student; 1 task is open and would end; 1 work waits and could be reviewed no longer',
  )
  expect(gradeUp.guildHas(2, 2, 2)).toBe(
    '2 students; 2 tasks are open and would end; 2 works wait and could be reviewed no longer',
  )
  expect(backup.damaged(1)).toBe('1 file was missing or damaged already; System lists it')
  expect(backup.damaged(1_200)).toBe('1,200 files were missing or damaged already; System lists them')
  expect(backup.holds(1, 1, '2 KB')).toBe('1 row, 1 file, 2 KB')
  expect([grades.counted('1', 1), grades.counted('30', 2)]).toEqual(['1 student · 1 task', '30 students · 2 tasks'])
  expect([roster.stillBad(1), roster.stillBad(2)].map((text) => text.split(' right')[0])).toEqual([
    '1 row is left out as it is. Put it',
    '2 rows are left out as they are. Put them',
  ])
  expect([roster.newGuildHas(1, 0), roster.newGuildHas(2, 1)]).toEqual(['1 student', '2 students, 1 staff'])
  expect([roster.joinsOf(1), roster.onlyNew(1), roster.sheetRows('A', 1), enteredImport.rowCount(1)]).toEqual([
    ...['1 joins', '1 new account joins.', 'A (1 row)', '1 row'],
  ])
  expect([moderation.answeredBy(1), questions.again.more(1), questions.again.points(1)]).toEqual([
    ...['1 student wrote', '1 more is not listed and changes too.', '1 point in questions'],
  ])
  expect([enteredImport.open(1, 1), enteredImport.open(2, 0)]).toEqual([
    '1 to decide; left as it is otherwise; 1 with problems is left out',
    '2 to decide; left as they are otherwise',
  ])
})

test('nobody who comes to work is greeted as one who leaves, at whatever hour', () => {
  const greetings = Array.from({ length: 24 }, (_, hour) => home.greeting(hour, 'Lin'))
  expect([...new Set(greetings)]).toEqual(['Good evening, Lin', 'Good morning, Lin', 'Good afternoon, Lin'])
})
