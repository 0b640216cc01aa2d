// @vitest-environment happy-dom
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf, textFieldOf } from '@tongchuang/ui/testing/element-of.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import type { ComponentType } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { FlagComposer } from './flag-composer.tsx'
import type { Guild } from './queries.ts'
import { GuildSettings } from './settings.tsx'

const guild = sampleOf(guildSettings.detail.output, {
  ...{ id: 4, name: '观鸟社', category_id: null, subject: 'nature', intro: '', description: '', capacity: null },
  ...{ join_policy: 'open', visibility: 'public', ranking_mode: 'top', gallery: true, anonymous_allowed: false },
  ...{ feedback_named: false, max_doing: 3, hue: 'tech', glyph: 'camera', flag: '', motto: '' },
  ...{ status: 'active', base_version: 1, may: { lead: true } },
})
let sent: unknown[] = []
let arrive: () => void = () => undefined

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  localStorage.clear()
  sent = []
  connect(async ({ path, input }) => {
    if (path !== guildSettings.update.path) return { code: 1, msg: '', time: 0, data: [] }
    sent.push(input)
    const base_version = sent.length + 1
    await new Promise<void>((resolve) => (arrive = resolve))
    return { code: 1, msg: '', time: 0, data: { ...guild, base_version } }
  })
})

/** A form of the guild with the one field that is written into. */
const open = async (Form: ComponentType<{ guild: Guild }>, label: string) => {
  const page = await openPage(
    <MeContext value={aMe({ id: 11 })}>
      <Form guild={guild} />
    </MeContext>,
  )
  const field = () => document.getElementById(elementOf(HTMLLabelElement, page.named('label', label)).htmlFor)
  return {
    page,
    text: () => textFieldOf(field()).value,
    type: (text: string) =>
      page.doing(() => {
        const at = field()
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(at), 'value')?.set?.call(at, text)
        at?.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    submit: () =>
      page.doing(() => page.all('form')[0]?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))),
    arrives: () =>
      page.doing(async () => {
        arrive()
        await new Promise((resolve) => setTimeout(resolve, 0))
      }),
  }
}

test.each([
  ['the settings of a guild', GuildSettings, '详细介绍', 'description'],
  ['the flag', FlagComposer, '一句话', 'motto'],
] as const)(
  'who writes on in %s during the save loses no letter, and saves the rest without a question',
  async (...row) => {
    const [, Form, label, name] = row
    const { page, type, text, submit, arrives } = await open(Form, label)
    await type('第一段')
    await submit()
    await type('第一段，第二段')
    await arrives()
    expect(text()).toBe('第一段，第二段')
    await submit()
    expect(sent).toEqual([
      { guild_id: 4, base_version: 1, [name]: '第一段' },
      { guild_id: 4, base_version: 2, [name]: '第一段，第二段' },
    ])
    await arrives()
    expect(localStorage).toHaveLength(0)
    await page.close()
  },
)
