import { CallFailed } from '@tongchuang/contract/sender.ts'
import { expect, test } from 'vitest'
import { acceptFailure } from './lock-words.ts'
import { tasks } from './zh-CN/tasks.ts'

const refused = (reason: string, msg: string) => new CallFailed({ code: 0, msg, time: 0, data: { reason } })

test('somebody a second too late for the last place reads that it has been taken, everyone else what the server says', () => {
  expect(acceptFailure(refused('FULL', '名额刚刚满了'), tasks.locks)).toBe('名额刚刚被接完')
  expect(acceptFailure(refused('LOCKED', '先通过「第一课」'), tasks.locks)).toBe('先通过「第一课」')
})
