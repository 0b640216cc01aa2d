import { fail } from '@tongchuang/contract/errors.ts'
import { expect, test } from 'vitest'
import { onlyListed } from './listed.ts'

const call = { path: '/api/example/save', refusals: ['NOT_FOUND'] } as const
const refusing = (error: Error) =>
  onlyListed(call, () => {
    throw error
  })(null, null)

test('whoever writes to the API can foresee each refusal: in tests one that a call does not list is an error', async () => {
  const unlisted = '/api/example/save refuses with STATE, which its contract does not list'
  await expect(refusing(fail('STATE'))).rejects.toThrow(unlisted)
  await expect(refusing(fail('NOT_FOUND'))).rejects.toMatchObject({ reason: 'NOT_FOUND' })
  await expect(refusing(fail('BUSY')), 'any call, while the server is busy').rejects.toMatchObject({ reason: 'BUSY' })
  await expect(refusing(new Error('torn')), 'an error stays what it is').rejects.toThrow('torn')
  await expect(onlyListed(call, (input: number) => input + 1)(1, null)).resolves.toBe(2)
})
