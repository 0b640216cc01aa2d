// @vitest-environment happy-dom
import { Profile } from '@tongchuang/contract/profile.ts'
import { sampleOf, sentWith } from '@tongchuang/contract/testing/sample.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { works } from '@tongchuang/contract/works.ts'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { WorkPanel } from './work-panel.tsx'

beforeAll(async () => {
  for (const part of ['auth', 'inside', 'school'] as const) await loadTexts(part)
})

test('an author who takes a work back and shares it again, before the first answer is there, has shared it', async () => {
  const sent: string[] = []
  const arrival = Promise.withResolvers<void>()
  connect(async ({ path, input }) => {
    if (path === works.share.path) {
      sent.push(sentWith(works.share, input).share)
      if (sent.length === 1) await arrival.promise
    }
    return { code: 1, msg: '', time: 0, data: {} }
  })
  const work = sampleOf(studentTask.submission.output, { mine: true, share: 'site', share_state: 'open' })
  const page = await openPage(
    <ProfileContext value={sampleOf(Profile)}>
      <WorkPanel work={work} titleId="title" />
    </ProfileContext>,
  )
  const seen = <T,>(what: () => T, wanted: T) =>
    expect
      .poll(async () => {
        await page.doing(() => new Promise((resolve) => setTimeout(resolve, 5)))
        return what()
      })
      .toEqual(wanted)
  for (const name of ['不公开', '全校']) {
    await page.doing(() => page.named('button', name).click())
    await seen(() => page.named('button', name).getAttribute('aria-pressed'), 'true')
  }
  arrival.resolve()
  await seen(() => sent, ['none', 'site'])
})
