// @vitest-environment happy-dom
import { SessionOver } from '@tongchuang/ui/own-session.ts'
import { adminSession } from '@tongchuang/ui/session.ts'
import type { UploadOptions } from 'tus-js-client'
import { expect, test, vi } from 'vitest'
import { uploadFile } from './upload.ts'

let options: UploadOptions = {}
vi.mock('tus-js-client', () => ({
  DetailedError: class extends Error {},
  Upload: class {
    constructor(_file: File, given: UploadOptions) {
      options = given
    }
    start() {}
  },
}))

test('a file that staff upload is not sent on as the one who logs in next on the same computer', async () => {
  adminSession.begin('first')
  const sent: string[] = []
  const part = () =>
    options.onBeforeRequest?.({
      setHeader: (name: string, value: string) => void (name === 'token' && sent.push(value)),
    } as never)
  const uploading = uploadFile(new File(['x'], 'a.png'), 'task', () => undefined)
  await vi.waitUntil(() => options.onError)
  void part()
  adminSession.end()
  adminSession.begin('second')
  expect(part).toThrow(SessionOver)
  options.onError?.(new Error('network'))
  await expect(uploading).rejects.toThrow(SessionOver)
  expect(sent).toEqual(['first'])
  adminSession.end()
})
