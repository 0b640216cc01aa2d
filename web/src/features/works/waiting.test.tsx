// @vitest-environment happy-dom
import { works } from '@tongchuang/contract/works.ts'
import type { Profile } from '@tongchuang/contract/profile.ts'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useNavigate } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Gallery } from './gallery.tsx'

const work = {
  ...{ id: 1, task_id: 1, task_title: '观察', task_type: 'main', guild_id: 1, guild_name: '初二3班', hue: 'tech' },
  ...{ glyph: 'code', flag: 'shield-half-art', subject: 'photo', title: '夜空', mine: false, form: 'text' },
  ...{ author: { user_id: 7, nickname: '林雨桐', avatar: '' }, submitted_at: '2026-11-02T02:00:00.000Z' },
  ...{ featured: false, like_count: 0, liked: false, excerpt: '云', cover_url: null, cover_ratio: null },
}
const To = ({ to }: { to: string }) => {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(to)}>
      to
    </button>
  )
}

/** Opens the gallery at an address and goes on to another, whose works stay on their way. */
const goOn = async (from: string, to: string, list: readonly unknown[]) => {
  let isFirst = true
  connect(async ({ path }) => {
    if (path === works.list.path && !isFirst) await new Promise(() => undefined)
    const isPage = path === works.list.path
    return { code: 1, msg: '', time: 0, data: isPage ? { list, next: null, total: list.length } : [] }
  })
  const page = await openPage(
    <ProfileContext value={{ id: 1, user_id: 1 } as Profile}>
      <Gallery />
      <To to={to} />
    </ProfileContext>,
    from,
  )
  const said = async () => {
    await page.doing(() => new Promise((resolve) => setTimeout(resolve, 10)))
    return document.body.textContent
  }
  await expect.poll(said).toContain(list.length > 0 ? '夜空' : '没有符合条件的作品')
  isFirst = false
  await page.doing(() => page.named('button', 'to').click())
  const after = await said()
  await page.close()
  return after
}

beforeAll(async () => {
  for (const part of ['auth', 'inside', 'school'] as const) await loadTexts(part)
})

test('a student who opens somebody’s shelf never reads another person’s name and works as theirs', async () => {
  const said = await goOn('/works?sort=like', '/works?student=8', [work])
  expect(said).not.toMatch(/林雨桐|夜空/)
})

test('a student who changes a filter that found nothing is not told the same of the next before it is known', async () => {
  const said = await goOn('/works?form=audio&sort=like', '/works?form=video&sort=like', [])
  expect(said).not.toContain('没有符合条件的作品')
})
