import { expect, test } from 'vitest'
import { jsonLog } from './log.ts'

const written = (what: object): string => {
  let text = ''
  jsonLog('info', { write: (line) => (text += line) }).info(what, 'something')
  return text
}

test('tokens, passwords and codes up to two objects deep do not reach the log', () => {
  for (const name of ['token', 'password', 'new_password', 'ticket', 'secret', 'cookie']) {
    expect(written({ [name]: 'canary' })).not.toContain('canary')
    expect(written({ input: { [name]: 'canary' } })).not.toContain('canary')
    expect(written({ request: { headers: { [name]: 'canary' } } })).not.toContain('canary')
  }
  expect(written({ code: 'canary' })).not.toContain('canary')
  expect(written({ input: { code: 'canary' } })).not.toContain('canary')
})

test('the code of an error and the id of a request reach the log', () => {
  const line = written({ err: Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }), request_id: 'abc123' })
  expect(line).toContain('ECONNREFUSED')
  expect(line).toContain('abc123')
})
