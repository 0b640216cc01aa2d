// @vitest-environment happy-dom
import { MeContext } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import type { Banner } from './queries.ts'
import { useBannerForm, type BannerForm } from './use-banner-form.ts'

beforeAll(() => loadTexts('zh-CN'))

const banner: Banner = {
  ...{ id: 4, title: '运动会', subtitle: '', image_file_id: null, image: '', art: 'flags', alt: '旗子', link: '' },
  ...{
    link_text: '',
    guild_id: null,
    guild: '',
    begin_at: null,
    end_at: null,
    visible: true,
    state: 'shown',
    demo: false,
  },
}

test('an administrator who renames a banner sends its title alone, and leaves what another has changed meanwhile', async () => {
  localStorage.clear()
  const sent: unknown[] = []
  connect(async ({ input }) => {
    sent.push(input)
    return { code: 1, msg: '', time: 0, data: [banner] }
  })
  let form: BannerForm | undefined
  const Form = () => {
    const now = useBannerForm(
      banner,
      () => Promise.reject(new Error('nothing is uploaded')),
      () => undefined,
    )
    useLayoutEffect(() => void (form = now))
    return null
  }
  const page = await openPage(
    <MeContext value={aMe({ id: 11 })}>
      <Form />
    </MeContext>,
  )
  await page.doing(() => form?.set({ title: '运动会改期' }))
  await page.doing(() => form?.submit({ preventDefault: () => undefined }))
  expect(sent).toEqual([{ id: 4, title: '运动会改期' }])
  await page.close()
})
