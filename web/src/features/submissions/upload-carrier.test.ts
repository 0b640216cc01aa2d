// @vitest-environment happy-dom
import { ownSession } from '@tongchuang/ui/own-session.ts'
import { sessionDialog } from '@tongchuang/ui/session-end.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import type { UploadOptions } from 'tus-js-client'
import { beforeEach, expect, test, vi } from 'vitest'
import { uploadCarrier } from './upload-carrier.ts'
import type { UploadEnd } from './upload-parts.ts'

/** Sends one part of a file; returns the token it is sent with. */
let sendPart: () => string = () => ''
vi.mock('tus-js-client', () => ({
  Upload: class {
    constructor(_file: File, { onBeforeRequest, onError }: UploadOptions) {
      sendPart = () => {
        let token = ''
        const request = { setHeader: (name: string, value: string) => void (name === 'token' && (token = value)) }
        try {
          void onBeforeRequest?.(request as never)
        } catch (error) {
          onError?.(error as Error)
        }
        return token
      }
    }
    start() {}
  },
}))

beforeEach(() => void studentSession.begin('first'))

test('a file on its way stops when its student logs out, and no part of it goes as the one who logs in next', async () => {
  const ends: UploadEnd[] = []
  const carrier = uploadCarrier(ownSession(studentSession), async () => undefined)
  const hear = { begun: () => undefined, progress: () => undefined, ended: (end: UploadEnd) => void ends.push(end) }
  carrier.start(new File(['x'], 'a.png'), null, hear, 'a')
  await vi.waitUntil(() => sendPart() === 'first')
  studentSession.end()
  studentSession.begin('second')
  expect(sendPart()).toBe('')
  expect(ends).toEqual([{ kind: 'session' }])
  expect(sessionDialog.get()).toBe(false)
})
