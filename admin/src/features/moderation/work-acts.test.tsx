// @vitest-environment happy-dom
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { moderationKey } from '../../queries/keys.ts'
import { loadTexts } from '../../locales/texts.ts'
import type { Work } from './queries.ts'
import { WorkActs } from './work-acts.tsx'

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  localStorage.clear()
  toasts.set([])
})

const guild = sampleOf(guildSettings.detail.output, {
  id: 6,
  status: 'active',
  may: { teach: true, review: true, moderate: false },
})
const work = sampleOf(worksAdmin.list.output.properties.list.items, {
  submit_id: 9,
  share: 'guild',
  share_state: 'open',
  hidden: false,
  pick: null,
})
const proposed = { status: 'proposed', reason: '构图稳', by: '小周', at: '' } as const
const agreed = { ...proposed, status: 'agreed' } as const

/** A work as it was read, on which a colleague decides before the next word about it arrives. */
const opened = async (before: Work, after: Work) => {
  const sent: object[] = []
  let now = before
  connect(async ({ path, input }) => {
    if (path !== worksAdmin.pick.path) return { code: 1, msg: '', time: 0, data: now }
    sent.push(input)
    now = after
    return { code: 0, msg: '刚有人改过', time: 0, data: { reason: 'CHANGED' } }
  })
  const Row = () => {
    const { data } = useQuery({ queryKey: moderationKey, queryFn: async () => now })
    return data ? <WorkActs work={data} guild={guild} title="夜空" /> : null
  }
  const page = await openPage(
    <MeContext value={aMe({ id: 11 })}>
      <Row />
    </MeContext>,
  )
  const settle = () => page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  const press = async (name: string) => {
    await page.doing(() => page.named('button', name).click())
    await settle()
  }
  await settle()
  return { page, sent, press, settle }
}

test('a teacher whose colleague has picked the work meanwhile is told, sees that, and keeps the words that were typed', async () => {
  const { page, sent, press, settle } = await opened(work, { ...work, pick: agreed })
  await press('评为优秀：《夜空》')
  await page.write(page.all('dialog textarea')[0]!, '光很安静')
  await page.doing(() => page.all('dialog button').at(-1)?.click())
  await settle()
  expect(sent).toEqual([{ submit_id: 9, reason: '光很安静', seen: null }])
  expect([page.all('dialog').length, toasts.get().map(({ text }) => text)]).toEqual([0, ['刚有人改过']])
  expect(page.all('button').map((one) => one.textContent)).toEqual(['取消优秀'])
  expect(JSON.stringify(localStorage)).toContain('光很安静')
  await page.close()
})

test('a teacher agrees to the words that stand on the page, and to no others', async () => {
  const { page, sent, press } = await opened({ ...work, pick: proposed }, { ...work, pick: agreed })
  await press('同意：《夜空》')
  expect(sent).toEqual([{ submit_id: 9, seen: { status: 'proposed', reason: '构图稳' } }])
  await page.close()
})

test('a teacher who declines a proposal reads that it goes, and of no mark and no XP, of which there are none yet', async () => {
  const dialogOf = async (pick: typeof proposed | typeof agreed) => {
    const { page, press } = await opened({ ...work, pick }, work)
    await press(pick === agreed ? '取消优秀：《夜空》' : '不采纳：《夜空》')
    const said = page.all('dialog h2, dialog p').map((one) => one.textContent)
    await page.close()
    return said
  }
  expect(await dialogOf(proposed)).toEqual(['不把《夜空》评为优秀', '推荐和写下的理由会去掉，作品和成绩不变。'])
  expect(await dialogOf(agreed)).toEqual(['不再把《夜空》评为优秀', '优秀标记和理由会去掉，因此得到的经验也会收回。'])
})
