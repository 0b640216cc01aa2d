// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { expect, onTestFinished, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import type { Work } from './queries.ts'
import { WorkCard } from './work-card.tsx'

const cover_url = '/xuehui/api/files/3?signature=a'
const avatar = '/xuehui/api/files/4?signature=b'
const work: Work = {
  ...{ id: 1, task_id: 1, task_title: '观察', task_type: 'main', guild_id: 1, guild_name: '初二3班', hue: 'tech' },
  ...{ glyph: 'code', flag: 'shield-half-art', subject: 'photo', title: '夜空', mine: false, form: 'image' },
  ...{ author: { user_id: 7, nickname: '林雨桐', avatar }, submitted_at: '2026-11-02T02:00:00.000Z' },
  ...{ featured: false, like_count: 0, liked: false, excerpt: '', cover_url, cover_ratio: 1 },
}

test('who looks at the gallery of a school below a path gets covers and faces from the addresses that the server named', async () => {
  document.head.innerHTML = '<meta name="base-path" content="/xuehui">'
  onTestFinished(() => void (document.head.innerHTML = ''))
  for (const part of ['auth', 'inside', 'school'] as const) await loadTexts(part)
  const page = await openPage(<WorkCard work={work} onOpen={() => undefined} />)
  onTestFinished(() => page.close())
  expect(page.all('img').map((one) => one.getAttribute('src'))).toEqual([cover_url, avatar])
})
