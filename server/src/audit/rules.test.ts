import { expect, test } from 'vitest'
import { redacted, targetOf } from './rules.ts'

test('passwords, codes, tickets and keys are in no row, however deep they were sent', () => {
  const sent = {
    username: 'chen',
    password: 'p',
    new_password: 'q',
    code: '123456',
    smtp: { secret: 's', host: 'mail' },
    list: [{ token: 't' }],
  }
  expect(redacted(sent)).toEqual({
    username: 'chen',
    password: '•••',
    new_password: '•••',
    code: '•••',
    smtp: { secret: '•••', host: 'mail' },
    list: [{ token: '•••' }],
  })
})

test('a long text is cut between characters, a long list after 50', () => {
  expect(redacted({ text: '😀'.repeat(300) })).toEqual({ text: `${'😀'.repeat(200)}…` })
  expect((redacted({ ids: Array.from({ length: 500 }, (_, id) => id) }) as { ids: number[] }).ids).toHaveLength(50)
})

test('what a write is about is read from its input and from the noun of its path', () => {
  expect(targetOf('/api/admin/task/open', { id: 7 })).toEqual({ guild_id: null, task_id: 7, submit_id: null })
  expect(targetOf('/api/admin/guild/answer_join', { guild_id: 3 })).toEqual({
    guild_id: 3,
    task_id: null,
    submit_id: null,
  })
  expect(targetOf('/api/admin/appeal/answer', { id: 9 })).toEqual({ guild_id: null, task_id: null, submit_id: null })
})
