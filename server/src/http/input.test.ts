import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exampleRoutes, exampleSessions, exampleToken, postTo } from '../testing/example.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeAll(async () => {
  school = await testApp({ features: [exampleRoutes], authenticate: exampleSessions })
})
afterAll(() => school.close())

const post = postTo(() => school)
const get = async (query: string) => {
  const answer = await school.inject({ url: `/api/example/list?${query}`, headers: { token: exampleToken('student') } })
  const envelope = answer.json<{
    code: number
    msg: string
    data: { seen?: string; reason?: string; field?: string }
  }>()
  return {
    status: answer.statusCode,
    ...envelope,
    seen: envelope.data.seen === undefined ? undefined : JSON.parse(envelope.data.seen),
  }
}

describe('what a call accepts', () => {
  test('an unknown field is refused and named, in both languages', async () => {
    const answer = await post('/api/example/save', '{"id":1,"title":"x","role":"admin"}')
    expect(answer).toMatchObject({
      status: 200,
      code: 0,
      msg: '不认识的字段「role」',
      data: { reason: 'INVALID', field: 'role' },
    })
    expect(
      (await post('/api/example/save', '{"id":1,"title":"x","role":"admin"}', { 'accept-language': 'en' })).msg,
    ).toBe('Unknown field "role"')
  })

  test.each([
    ['a number where text is asked for', '{"id":1,"title":123}', 'title'],
    ['null where text is asked for', '{"id":1,"title":null}', 'title'],
    ['a field that is not there', '{"id":1}', 'title'],
    ['a title of nothing visible', '{"id":1,"title":" \\u200b\\u3000"}', 'title'],
    ['too long a title, by code points', JSON.stringify({ id: 1, title: '😀'.repeat(21) }), 'title'],
    ['NUL', '{"id":1,"title":"a\\u0000"}', 'title'],
    ['half a character', '{"id":1,"title":"a\\ud800"}', 'title'],
    ['NUL in the key of a record', '{"id":1,"title":"x","answers":{"a\\u0000":1}}', 'answers'],
    ['a key with a line break and a wrong value', '{"id":1,"title":"x","answers":{"a\\nb":[1]}}', 'answers.a\nb'],
    ['a day that does not exist', '{"id":1,"title":"x","at":"2026-02-30T00:00:00.000Z"}', 'at'],
    ['the id 0', '{"id":0,"title":"x"}', 'id'],
    ['an id beyond 2^31−1', '{"id":2147483648,"title":"x"}', 'id'],
    ['an id as 1e3', '{"id":"1e3","title":"x"}', 'id'],
    ['an id as 0x10', '{"id":"0x10","title":"x"}', 'id'],
    ['an id with a leading zero', '{"id":"01","title":"x"}', 'id'],
    ['an id in full-width digits', '{"id":"１","title":"x"}', 'id'],
    ['an id of 2^53+1', '{"id":9007199254740993,"title":"x"}', 'id'],
    ['an id that is a list', '{"id":[1],"title":"x"}', 'id'],
    ['an id that is no whole number', '{"id":1.5,"title":"x"}', 'id'],
  ])('%s is refused with the name of the field', async (_what, body, field) => {
    expect(await post('/api/example/save', body)).toMatchObject({
      status: 200,
      code: 0,
      data: { reason: 'INVALID', field },
    })
  })

  test('emoji count as one character each, and ids may be decimal strings, also in lists', async () => {
    expect(
      await post('/api/example/save', JSON.stringify({ id: '12', title: '😀'.repeat(20), files: ['3', 4] })),
    ).toMatchObject({ code: 1, data: { id: 12 } })
  })

  test('a text of digits stays a text', async () => {
    expect(await post('/api/example/save', '{"id":"12","title":"2026","answers":{"a":"7"}}')).toMatchObject({
      code: 1,
      data: { title: '2026', answers: { a: '7' } },
    })
  })

  test.each([
    ['{"id":1,"title":"一","title":"二"}', 'title'],
    ['{"id":1,"title":"一","t\\u0069tle":"二"}', 'title'],
    ['{"id":1,"title":"一","answers":{"甲":"1","乙":"2","甲":"3"}}', '甲'],
    ['{"title":"\\"id\\":1,","id":1,"id":1}', 'id'],
  ])('a name that is given twice is refused, for nobody knows which was meant: %s', async (body, field) => {
    const answer = await post('/api/example/save', body)
    expect(answer).toMatchObject({
      status: 200,
      code: 0,
      msg: `「${field}」给了两次`,
      data: { reason: 'INVALID', field },
    })
  })

  test('a field named alike in two objects, or named in a text, is no duplicate', async () => {
    const title = '":1,":2{[\\'
    expect(
      await post('/api/example/save', JSON.stringify({ id: 1, title, answers: { id: '1', title: '"id":1,"id":2' } })),
    ).toMatchObject({
      code: 1,
      data: { title },
    })
  })

  test.each(['[]', '"x"', '1', 'null'])('a body that is %s is refused', async (body) => {
    expect(await post('/api/example/save', body)).toMatchObject({ status: 200, code: 0, data: { reason: 'INVALID' } })
  })

  test('a call that takes nothing accepts no body, an empty one of type JSON, and {}', async () => {
    for (const request of [{}, { payload: '', headers: { 'content-type': 'application/json' } }, { payload: {} }]) {
      const headers = { token: exampleToken('fresh'), ...request.headers }
      expect(
        (await school.inject({ method: 'POST', url: '/api/example/profile', ...request, headers })).json(),
      ).toMatchObject({ code: 1 })
    }
  })

  test('the id of a PUT may stand in the address; text may not, nor two different ids', async () => {
    const put = async (url: string, payload?: object, method: 'PUT' | 'POST' = 'PUT') => {
      const answer = await school.inject({
        method,
        url,
        ...(payload && { payload }),
        headers: { token: exampleToken('student') },
      })
      return answer.json<{ code: number; data: { id?: number; reason?: string } }>()
    }
    expect(await put('/api/example/accept?id=4')).toMatchObject({ code: 1, data: { id: 4 } })
    expect(await put('/api/example/accept?id=4', { id: 4 })).toMatchObject({ code: 1 })
    expect(await put('/api/example/accept?id=4', { id: 5 })).toMatchObject({ code: 0, data: { reason: 'INVALID' } })
    expect(await put('/api/example/save?title=x', { id: 5 }, 'POST')).toMatchObject({
      code: 0,
      data: { reason: 'INVALID', field: 'title' },
    })
    expect(await put('/api/example/accept?id=4&role=admin')).toMatchObject({ code: 0, data: { reason: 'INVALID' } })
  })

  test('a query string becomes what the schema asks for, in canonical form only', async () => {
    expect((await get('guild_id=12&deep=true&ids=1&ids=2&keyword=7&page=2&type=1')).seen).toEqual({
      guild_id: 12,
      deep: true,
      ids: [1, 2],
      keyword: '7',
      page: 2,
      type: '1',
    })
    expect((await get('ids=5&keyword=a%2Bb+c')).seen).toEqual({ ids: [5], keyword: 'a+b c' })
    expect((await get('guild_id=')).seen).toEqual({ guild_id: '' })
  })

  test.each([
    'page=1e1',
    'page=0x10',
    'page=',
    'page=1&page=2',
    'page=%EF%BC%91',
    'page=1.5',
    'page=+1',
    'page=01',
    'page=101',
    'deep=1',
    'deep=TRUE',
    'keyword=%00',
    'keyword=%ff',
    'keyword=%',
    'ids=1&ids=x',
    'type=none',
    'nonsense=1',
    '__proto__=1',
  ])('the query %s is refused', async (query) => {
    expect(await get(query)).toMatchObject({ status: 200, code: 0, data: { reason: 'INVALID' } })
  })
})
