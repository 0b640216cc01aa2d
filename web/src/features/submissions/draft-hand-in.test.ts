// @vitest-environment happy-dom
import { FileCard, defaultFileLimits } from '@tongchuang/contract/files.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { sampleOf, sentWith } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handInOf } from './draft-hand-in.ts'
import type { Carrier } from './upload-parts.ts'
import { endDraft } from './testing/end-draft.ts'
import { createUploadQueue } from './upload-queue.ts'
import { draftOf } from './use-draft.ts'
import { emptyWork } from './work.ts'

type Ended = Parameters<Carrier['start']>[2]['ended']

let task = 700
let handedIn: number[][] = []

beforeEach(() => {
  task += 1
  handedIn = []
  studentSession.begin('token')
  connect(async ({ input }) => {
    const { draft, files = [] } = sentWith(submissions.submit, input)
    if (draft) return { code: 1, msg: '', time: 0, data: { draft_version: 1, saved_at: '2026-10-12T01:00:00.000Z' } }
    handedIn.push(files)
    return { code: 1, msg: '', time: 0, data: { submit_id: 7 } }
  })
})
afterEach(async () => {
  await endDraft({ user: 5, task, round: task })
  studentSession.end()
})

const page = () => ({ received: vi.fn(), stopped: vi.fn() })
const card = (id: number, name: string) => sampleOf(FileCard, { id, name, size: 4 })

/** A student who presses the button while two photos are on their way, and looks at another page. */
const leftWithPhotos = async () => {
  const sync = draftOf({ user: 5, task, round: task })
  await sync.open(null, emptyWork)
  sync.change({ content: '照片在附件里' })
  const sending = new Map<string, Ended>()
  const queue = createUploadQueue({
    carrier: {
      start: (file, _, { ended }) => {
        sending.set(file.name, ended)
        return { stop: () => undefined }
      },
      abandon: () => undefined,
    },
    store: {
      all: async () => [],
      put: async () => undefined,
      remove: async () => undefined,
      look: async () => undefined,
    },
    taken: () => sync.view().work.files,
    done: (file) => sync.change({ files: [...sync.view().work.files, file] }),
    newId: () => crypto.randomUUID(),
    later: () => () => undefined,
  })
  // The file that is not a photo was visibly refused before, and blocks nothing.
  queue.add(
    ['1.png', '2.png', '3.exe'].map((name) => new File(['1234'], name, { lastModified: 1 })),
    defaultFileLimits,
  )
  const [shown, away] = [page(), page()]
  const uploads = { queue, whenArrived: () => () => undefined }
  const { handIn, hearWith } = handInOf(sync, { task, round: task, uploads, sessionEnded: () => undefined })
  const leave = hearWith(shown, away)
  await handIn.press()
  expect(handIn.view().phase).toBe('uploads')
  leave()
  return { sync, sending, shown, away, handIn }
}

test('a student who leaves while photos are on their way has handed in with all of them once the last has arrived', async () => {
  const { sending, shown, away } = await leftWithPhotos()
  sending.get('1.png')?.({ kind: 'done', card: card(1, '1.png') })
  sending.get('2.png')?.({ kind: 'done', card: card(2, '2.png') })
  await vi.waitFor(() => expect(away.received).toHaveBeenCalledWith(7))
  expect(handedIn).toEqual([[1, 2]])
  expect(shown.received).not.toHaveBeenCalled()
})

test('a student who has left is told that a photo was refused, and nothing goes without it', async () => {
  const { sending, away, handIn } = await leftWithPhotos()
  sending.get('1.png')?.({ kind: 'done', card: card(1, '1.png') })
  sending.get('2.png')?.({ kind: 'refused', text: '不是图片', restart: false })
  await vi.waitFor(() => expect(away.stopped).toHaveBeenCalledWith('2.png'))
  expect([handIn.view().phase, handedIn]).toEqual(['idle', []])
})

test('what comes of a hand-in is told the page that is looked at now, also where it was drawn anew meanwhile', async () => {
  const { sync, sending, away } = await leftWithPhotos()
  const again = page()
  const uploads = { queue: null as never, whenArrived: () => () => undefined }
  handInOf(sync, { task, round: task, uploads, sessionEnded: () => undefined }).hearWith(again, page())
  sending.get('1.png')?.({ kind: 'done', card: card(1, '1.png') })
  sending.get('2.png')?.({ kind: 'done', card: card(2, '2.png') })
  await vi.waitFor(() => expect(again.received).toHaveBeenCalledWith(7))
  expect(away.received).not.toHaveBeenCalled()
})
