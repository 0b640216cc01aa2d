import { expect, test } from 'vitest'
import { backup } from './en-US/backup.ts'
import { gradeUp } from './en-US/grade-up.ts'
import { home } from './en-US/home.ts'

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
})

test('nobody who comes to work is greeted as one who leaves, at whatever hour', () => {
  const greetings = Array.from({ length: 24 }, (_, hour) => home.greeting(hour, 'Lin'))
  expect([...new Set(greetings)]).toEqual(['Good evening, Lin', 'Good morning, Lin', 'Good afternoon, Lin'])
})
