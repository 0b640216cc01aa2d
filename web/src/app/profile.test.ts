import { beforeEach, expect, test } from 'vitest'
import { connect } from '@tongchuang/ui/send.ts'
import { loadProfile, queryClient } from './profile.ts'

beforeEach(() => queryClient.clear())

const answering = (reason: string, code = 0) => connect(async () => ({ code, msg: '不行', time: 0, data: { reason } }))

test('a person whose profile the server refuses is logged out, whatever the reason', async () => {
  for (const [reason, code] of [
    ['NO_SESSION', 50014],
    ['FAULT', 0],
    ['ROLE', 0],
  ] as const) {
    queryClient.clear()
    answering(reason, code)
    expect(await loadProfile(), reason).toBeNull()
  }
})

test('a student whose server is busy or does not answer stays logged in', async () => {
  connect(() => Promise.reject(new Error('Network Error')))
  await expect(loadProfile()).rejects.toThrow('Network Error')
  for (const reason of ['BUSY', 'TOO_FAST']) {
    answering(reason)
    await expect(loadProfile(), reason).rejects.toThrow('不行')
  }
})
