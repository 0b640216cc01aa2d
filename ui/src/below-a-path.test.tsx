// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { AnthologySheets } from './anthology.tsx'
import type { AnthologyIssue } from './anthology-cover.tsx'
import { FileDialog } from './file-dialog.tsx'
import { FileList } from './file-list.tsx'
import type { PreviewFile } from './file-preview.tsx'
import { FilesInPlace } from './files-in-place.tsx'
import { MarkCrop } from './mark-crop.tsx'
import { NotePhoto } from './note-photo.tsx'
import { openPage } from './testing/page.tsx'

// A school served below a path; the server's answers name files by their whole address.
const base = '/xuehui'
const address = (id: number, part = '') => `${base}/api/files/${id}${part}?signature=a`
const photo: PreviewFile = {
  ...{ id: 1, name: '观察.jpg', size: 2048, kind: 'image', text_url: null },
  ...{ url: address(1), thumb_url: address(1), view_url: address(1) },
}
const program: PreviewFile = {
  ...{ id: 2, name: '点名器.py', size: 300, kind: 'text', thumb_url: null },
  ...{ url: address(2), text_url: address(2, '/text') },
}
const issue: AnthologyIssue = {
  ...{ guild_id: 1, name: '初二3班', hue: 'tech', glyph: 'code', flag: 'shield-half-art', subject: 'code' },
  ...{ month: '2026-11', first_month: '2026-11', last_month: '2026-11', heads: [], member_count: 1, more: false },
  works: [
    {
      ...{ id: 1, task_id: 1, task_title: '观察', title: '夜空', author: '', form: 'image', subject: 'photo' },
      ...{ content: '', reason: '光很安静', submitted_at: '2026-11-02T02:00:00.000Z' },
      ...{ cover_url: address(3), cover_ratio: 1 },
    },
  ],
}

beforeEach(() => {
  document.head.innerHTML = `<meta name="base-path" content="${base}">`
  onTestFinished(() => void (document.head.innerHTML = ''))
})

/** The addresses of files in the document. */
const addressed = (page: Awaited<ReturnType<typeof openPage>>): string[] =>
  page
    .all('[src], [href]')
    .flatMap((one) => one.getAttribute('src') ?? one.getAttribute('href') ?? [])
    .filter((found) => found.includes('/api/'))

test.each([
  ['a list of files', <FileList key="a" files={[photo, program]} />],
  [
    'a file looked at large',
    <FileDialog key="a" files={[photo]} at={0} onMove={() => undefined} onClose={() => undefined} />,
  ],
  ['files in their place', <FilesInPlace key="a" files={[photo]} />],
  ['a photo under a result', <NotePhoto key="a" photo={photo} label="照片" />],
  ['the place of a mark', <MarkCrop key="a" file={photo} points={[0.1, 0.1]} alt="一处" />],
  ['an anthology', <AnthologySheets key="a" issue={issue} linkTo={() => null} />],
])('who reads %s of a school below a path gets each file from the address that the server named', async (_, part) => {
  const page = await openPage(part)
  onTestFinished(() => page.close())
  expect(addressed(page).length).toBeGreaterThan(0)
  for (const found of addressed(page)) expect(found).toMatch(/^\/xuehui\/api\/files\/\d/)
})

test('a program of a school below a path is read from the address that the server named', async () => {
  const asked = vi.fn(async () =>
    Response.json({ code: 1, msg: '', time: 0, data: { html: '', lines: 0, cut: false } }),
  )
  vi.stubGlobal('fetch', asked)
  onTestFinished(() => void vi.unstubAllGlobals())
  const page = await openPage(<FilesInPlace files={[program]} />)
  onTestFinished(() => page.close())
  expect(asked).toHaveBeenCalledWith(program.text_url, expect.anything())
})
