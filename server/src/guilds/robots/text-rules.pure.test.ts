import { describe, expect, test } from 'vitest'
import { robotAddress, withoutSecrets } from './address-rules.ts'
import { outcomeOf } from './platforms.ts'
import { pauseAfter, quietEnd } from './quiet-rules.ts'
import { harmless, textOf, type SaidEvent } from './text-rules.ts'

const zone = 'Asia/Shanghai'
const now = Date.parse('2026-11-22T08:00:00.000Z')
const due = (at: string, missing: number, title = '小红车'): SaidEvent => ({
  ...{ event: 'due_soon', count: 1, title, link: '/square/task_detail/3?task=7' },
  ...{ due_at: Date.parse(at), expected: 45, missing },
})
const said = (events: readonly SaidEvent[], given: Partial<Parameters<typeof textOf>[0]> = {}) =>
  textOf({
    ...{ language: 'zh-CN', zone, now, site_name: '同窗公会', guild: '数学建模组', titles: false, events },
    ...{ guild_link: '/square/guild_details/3/-/all', base: 'https://school.example', ...given },
  })

describe('what a robot says', () => {
  test('of a task that is due: when, as one would say it, and how many are missing', () => {
    expect(said([due('2026-11-23T14:00:00.000Z', 7)])).toBe(
      '数学建模组\n1个任务明天22:00截止，45人里还有7人没交。\n打开同窗公会：https://school.example/square/task_detail/3?task=7',
    )
    expect(said([due('2026-11-22T14:00:00.000Z', 7)])).toContain('今天22:00截止')
    expect(said([due('2026-11-23T14:00:00.000Z', 7)], { language: 'en-US', titles: true })).toContain(
      '“小红车” is due tomorrow at 22:00: 7 of 45 have not submitted.',
    )
  })

  test.each([
    [
      'the day before the clocks go forward, at night',
      '2026-03-28T22:30:00.000Z',
      '2026-03-29T18:00:00.000Z',
      '明天20:00',
    ],
    ['the day before, of the day after', '2026-03-28T22:30:00.000Z', '2026-03-30T08:00:00.000Z', '3月30日 10:00'],
    ['the day they go back, of the next one', '2026-10-24T22:30:00.000Z', '2026-10-26T08:00:00.000Z', '明天09:00'],
  ])('of tomorrow is the next day of the calendar: %s', (_when, at, due_at, words) => {
    expect(said([due(due_at, 7)], { zone: 'Europe/Berlin', now: Date.parse(at) })).toContain(`任务${words}截止`)
  })

  test('of several things is a line for each sort, the nearest first, with the way to the guild', () => {
    const events: SaidEvent[] = [
      { event: 'released', count: 23, title: '一', link: '/one' },
      { event: 'announcement', count: 1, title: '', link: '/two' },
      due('2026-11-23T14:00:00.000Z', 7),
      due('2026-11-22T10:00:00.000Z', 3),
      { event: 'task_open', count: 1, title: '二', link: '/three' },
    ]
    expect(said(events).split('\n')).toEqual([
      '数学建模组',
      '1个任务今天18:00截止，45人里还有3人没交。',
      '1个任务明天22:00截止，45人里还有7人没交。',
      '有1个新任务开放了。',
      '有1条新公告。',
      '公布了23份成绩。',
      '打开同窗公会：https://school.example/square/guild_details/3/-/all',
    ])
  })

  test('of a site whose address nobody knows has no link', () => {
    expect(said([due('2026-11-23T14:00:00.000Z', 7)], { base: '' }).split('\n')).toHaveLength(2)
  })

  test('fits what the platforms take, however long the titles are', () => {
    const long = '𠮷'.repeat(300)
    const events = (['task_open', 'released', 'announcement'] as const).flatMap((event) =>
      Array.from({ length: 200 }, () => ({ event, count: 9_999, title: long, link: '/' })),
    )
    const all = [...events, ...Array.from({ length: 200 }, () => due('2026-11-25T14:00:00.000Z', 999, long))]
    for (const language of ['zh-CN', 'en-US'] as const)
      expect(Buffer.byteLength(said(all, { language, titles: true, guild: long, site_name: long }))).toBeLessThan(2_048)
    const three = events.filter(({ event }) => event === 'released').slice(0, 3)
    const some = [...all.filter(({ event }) => event !== 'released'), ...three]
    expect(Buffer.byteLength(said(some, { titles: true, guild: long }))).toBeLessThan(2_048)
  })
})

test.each([
  ['@所有人 @all', '＠所有人 ＠all'],
  ['<at user_id="all">x</at> <@userid>', '＜at user_id="all"＞x＜/at＞ ＜＠userid＞'],
  ['[点我](https://evil.example/a)', '［点我］(https：//evil．example/a)'],
  ['www.evil.example http://例子.中国', 'www．evil．example http：//例子．中国'],
  ['第一行\n# 第二行\r\n> 引用`码`', '第一行 # 第二行 ＞ 引用｀码｀'],
  ['左\u202e右\u200b中\u0000', '左右中'],
  ['3.5分的题 v1.2', '3.5分的题 v1.2'],
  ['\ud800坏', '\ufffd坏'],
])('%j stands in a group as %j', (typed, shown) => {
  expect(harmless(typed, 60)).toBe(shown)
})

test.each([
  ['2026-10-12T13:29:59.000Z', null],
  ['2026-10-12T13:30:00.000Z', '2026-10-12T22:30:00.000Z'],
  ['2026-10-12T22:29:59.999Z', '2026-10-12T22:30:00.000Z'],
  ['2026-10-12T22:30:00.000Z', null],
])('at %s the quiet hours end at %s', (at, end) => {
  const night = { quiet_from: 21 * 60 + 30, quiet_until: 6 * 60 + 30 }
  expect(quietEnd(Date.parse(at), zone, night)).toBe(end && Date.parse(end))
  expect(quietEnd(Date.parse(at), zone, { quiet_from: 390, quiet_until: 390 })).toBeNull()
})

test('the quiet hours are those of the clock on the wall, also on a night when the clocks go forward or back', () => {
  const berlin = (at: string) => quietEnd(Date.parse(at), 'Europe/Berlin', { quiet_from: 1320, quiet_until: 390 })
  for (const [at, end] of [
    ['2026-03-29T04:00:00.000Z', '2026-03-29T04:30:00.000Z'],
    ['2026-03-28T22:00:00.000Z', '2026-03-29T04:30:00.000Z'],
    ['2026-10-24T22:30:00.000Z', '2026-10-25T05:30:00.000Z'],
  ] as const)
    expect(berlin(at)).toBe(Date.parse(end))
  expect(berlin('2026-03-29T04:30:00.000Z')).toBeNull()
  expect(berlin('2026-10-25T20:30:00.000Z')).toBeNull()
})

test('a robot that fails is tried for seven hours before it goes off', () => {
  const waits = Array.from({ length: 19 }, (_, at) => pauseAfter(at + 1) / 60_000)
  expect(waits.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 30])
  expect(waits.reduce((all, wait) => all + wait, 0)).toBeGreaterThan(7 * 60)
})

test.each([
  ['wecom', 200, '{"errcode":0,"errmsg":"ok"}', null],
  ['wecom', 200, '{"errcode":93000,"errmsg":"invalid webhook url"}', 'GONE'],
  ['wecom', 200, '<html>a page of a gateway</html>', 'ANSWER'],
  ['wecom', 200, '{}', 'ANSWER'],
  ['dingtalk', 200, '{"errcode":310000,"errmsg":"keywords not in content"}', 'KEYWORD'],
  ['dingtalk', 200, '{"errcode":310000,"errmsg":"sign not match"}', 'SIGNATURE'],
  ['dingtalk', 200, '{"errcode":310000,"errmsg":"ip 1.2.3.4 not in whitelist"}', 'OUR_ADDRESS'],
  ['dingtalk', 200, '{"errcode":130101,"errmsg":"send too fast"}', 'SLOW'],
  ['dingtalk', 200, '{"errcode":999,"errmsg":"token is not exist"}', 'GONE'],
  ['feishu', 200, '{"code":0,"msg":"success"}', null],
  ['feishu', 200, '{"StatusCode":0,"StatusMessage":"success"}', null],
  ['feishu', 200, '{"code":19001,"msg":"param invalid: incoming webhook access token invalid"}', 'GONE'],
  ['feishu', 200, '{"code":19024,"msg":"Key Words Not Found"}', 'KEYWORD'],
  ['feishu', 400, '{"code":19021,"msg":"sign match fail"}', 'ANSWER'],
  ['json', 204, '', null],
  ['json', 401, '', 'ANSWER'],
  ['json', 410, '', 'GONE'],
  ['json', 429, '', 'SLOW'],
] as const)('%s answering %i %s is %s', (kind, status, body, problem) => {
  expect(outcomeOf(kind, { status, body, retryAfter: null }).problem).toBe(problem)
})

test('an address shows its host and its last letters, and nothing that is shown holds its key', () => {
  const href = 'https://open.feishu.cn/open-apis/bot/v2/hook/0123456789abcdef'
  expect(robotAddress('feishu', `  ${href}#x `)).toEqual({ href, shown: 'open.feishu.cn/…cdef', standing: 'listed' })
  expect(robotAddress('json', 'https://a.cn/')?.shown).toBe('a.cn/…')
  expect(withoutSecrets('at 0123456789abcdef with s3cret', href, 's3cret')).toBe('at ••• with •••')
})
