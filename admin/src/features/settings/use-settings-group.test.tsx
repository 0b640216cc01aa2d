// @vitest-environment happy-dom
import { settingsAdmin, type SettingKey } from '@tongchuang/contract/settings.admin.ts'
import { sampleOf, sentWith } from '@tongchuang/contract/testing/sample.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { useSettingsGroup, type SettingsRead } from './use-settings-group.ts'

const keys = ['consent'] as const
const both = ['site_name', 'timezone'] as const
const readAt = (version: number, zh: string) =>
  sampleOf(settingsAdmin.read.output, {
    settings: { consent: { zh, en: 'What we keep', version: 1 } },
    versions: { consent: version },
  })
const event = { preventDefault: () => undefined }
let group: ReturnType<typeof useSettingsGroup>
let sent: unknown[] = []

const Group = ({ read, of }: { read: SettingsRead; of: readonly SettingKey[] }) => {
  const now = useSettingsGroup(of, read)
  useLayoutEffect(() => void (group = now))
  return null
}
const open = (read: SettingsRead, user_id = 11, of: readonly SettingKey[] = keys) =>
  openPage(
    <MeContext value={aMe({ id: user_id })}>
      <Group read={read} of={of} />
    </MeContext>,
  )

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  localStorage.clear()
  sent = []
  connect(async ({ path, input }) => {
    if (path === settingsAdmin.change.path) sent.push(input)
    return { code: 1, msg: '', time: 0, data: { versions: { consent: 9 } } }
  })
})

test('a long text of the settings is there after a reload, and is saved on the version it was begun on', async () => {
  const before = await open(readAt(3, '旧的说明'))
  await before.doing(() => group.change('consent', { zh: '写了一小时的说明', en: '', version: 1 }))
  await before.close()
  const other = await open(readAt(3, '旧的说明'), 12)
  expect(group.changed).toEqual([])
  await other.close()
  // Another administrator has saved theirs meanwhile.
  const page = await open(readAt(4, '同事的说明'))
  expect(group.typed.consent?.zh).toBe('写了一小时的说明')
  await page.doing(() => group.save(event))
  expect(sent).toMatchObject([{ settings: { consent: { zh: '写了一小时的说明' } }, versions: { consent: 3 } }])
  expect(localStorage).toHaveLength(0)
  await page.close()
})

test('what is discarded is not there after a reload', async () => {
  const before = await open(readAt(3, '旧的说明'))
  await before.doing(() => group.change('consent', { zh: '不要的', en: '', version: 1 }))
  await before.doing(() => group.begin())
  expect(localStorage).toHaveLength(0)
  await before.close()
})

test('who keeps their own of one setting is asked about the other too, which a colleague has changed as well', async () => {
  const here = { site_name: '东校', timezone: 'Asia/Urumqi' }
  const theirs = { site_name: '西校', timezone: 'Asia/Tokyo' }
  const versions = { site_name: 4, timezone: 4 }
  connect(async ({ path, input }) => {
    if (path !== settingsAdmin.change.path) return { code: 1, msg: '', time: 0, data: {} }
    sent.push(input)
    const { versions: seen } = sentWith(settingsAdmin.change, input)
    const key = both.find((one) => one in seen && seen[one] !== versions[one])
    if (!key) return { code: 1, msg: '', time: 0, data: { versions } }
    const data = { reason: 'CONFLICT', key, theirs: theirs[key], yours: here[key], versions }
    return { code: 40900, msg: '别人刚改过', time: 0, data }
  })
  const read = { settings: { site_name: '学校', timezone: 'Asia/Shanghai' }, versions: { site_name: 3, timezone: 3 } }
  const page = await open(sampleOf(settingsAdmin.read.output, read), 11, both)
  await page.doing(() => group.change('site_name', here.site_name))
  await page.doing(() => group.change('timezone', here.timezone))
  await page.doing(() => group.save(event))
  expect(group.conflict).toMatchObject({ key: 'site_name', theirs: '西校' })
  await page.doing(() => group.keepYours())
  await page.doing(() => group.save(event))
  expect(group.conflict).toMatchObject({ key: 'timezone', theirs: 'Asia/Tokyo' })
  await page.doing(() => group.takeTheirs())
  await page.doing(() => group.save(event))
  expect(sent.at(-1)).toEqual({ settings: { site_name: '东校' }, versions: { site_name: 4 } })
  expect(group.conflict).toBeNull()
  await page.close()
})

test('what an administrator types while a setting is saved stays, and is saved over what was sent, without a question', async () => {
  let arrive: () => void = () => undefined
  connect(async ({ path, input }) => {
    if (path !== settingsAdmin.change.path) return { code: 1, msg: '', time: 0, data: {} }
    sent.push(input)
    await new Promise<void>((resolve) => (arrive = resolve))
    return { code: 1, msg: '', time: 0, data: { versions: { site_name: 5, timezone: 3 } } }
  })
  const read = { settings: { site_name: '学校', timezone: 'Asia/Shanghai' }, versions: { site_name: 4, timezone: 3 } }
  const page = await open(sampleOf(settingsAdmin.read.output, read), 11, both)
  await page.doing(() => group.change('site_name', '东'))
  await page.doing(() => void group.save(event))
  await page.doing(() => group.change('site_name', '东校'))
  await page.doing(() => group.change('timezone', 'Asia/Urumqi'))
  await page.doing(async () => {
    arrive()
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(group.typed).toEqual({ site_name: '东校', timezone: 'Asia/Urumqi' })
  await page.doing(() => void group.save(event))
  expect(sent[1]).toEqual({
    settings: { site_name: '东校', timezone: 'Asia/Urumqi' },
    versions: { site_name: 5, timezone: 3 },
  })
  await page.doing(async () => {
    arrive()
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect([group.typed, localStorage.length]).toEqual([{}, 0])
  await page.close()
})
