// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { appOf, silentAmong } from './log-in-apps.ts'
import { forbidSilent } from './no-silent-log-in.ts'
import { clearEntry, entryInAddress } from './log-in-entry.ts'

beforeEach(() => {
  sessionStorage.clear()
})

const wecom = { id: 1, kind: 'wecom', name: '企业微信', is_silent: true, down_since: null } as const
const inWecom = 'Mozilla/5.0 (iPhone) AppleWebKit/605 Mobile MicroMessenger/8 wxwork/4.1'

describe('a log-in begins by itself', () => {
  test('in the app of its own provider, and in no browser', () => {
    expect(silentAmong([wecom], inWecom)).toBe(wecom)
    expect(silentAmong([wecom], 'Mozilla/5.0 (iPhone) MicroMessenger/8.0')).toBeNull()
    expect(silentAmong([{ ...wecom, kind: 'dingtalk' }], inWecom)).toBeNull()
    expect(appOf('Mozilla/5.0 DingTalk/7.0')).toBe('dingtalk')
    expect(appOf('Mozilla/5.0 Lark/7.0 LarkLocale/zh_CN')).toBe('feishu')
  })

  test('not where the school has not said so, where the provider is down, or after a log-out', () => {
    expect(silentAmong([{ ...wecom, is_silent: false }], inWecom)).toBeNull()
    expect(silentAmong([{ ...wecom, down_since: '2026-10-12T01:00:00.000Z' }], inWecom)).toBeNull()
    forbidSilent()
    expect(silentAmong([wecom], inWecom)).toBeNull()
  })
})

test('the code of a log-in is taken out of the address, and nothing else is', () => {
  history.replaceState(null, '', '/login?redirect=%2Fworks#entry=abcdefghijklmnopqrstuvwxyz')
  expect(entryInAddress()).toBe('abcdefghijklmnopqrstuvwxyz')
  clearEntry()
  expect(location.pathname + location.search + location.hash).toBe('/login?redirect=%2Fworks')
  history.replaceState(null, '', '/square/task_detail/1#discussion-7')
  expect(entryInAddress()).toBeUndefined()
})
