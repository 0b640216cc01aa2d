import type { Envelope } from '@tongchuang/contract/sender.ts'
import type { FileCard } from '@tongchuang/contract/files.ts'
import { currentLanguage } from '@tongchuang/ui/language.ts'
import type { OwnSession } from '@tongchuang/ui/own-session.ts'
import { askForRelogin } from '@tongchuang/ui/session-end.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { Upload } from 'tus-js-client'
import type { DetailedError, HttpResponse } from 'tus-js-client'
import type { Carrier, UploadEnd } from './upload-parts.ts'

// The bytes of a part, which is one request: few enough for a slow network, enough to cost nothing.
const partBytes = 8 * 2 ** 20

const envelopeOf = (response: HttpResponse | null): Envelope | null => {
  try {
    return JSON.parse(response?.getBody() ?? '') as Envelope
  } catch {
    return null
  }
}

/** A substitute card for a file that was complete before this page asked: the server's response contains none then. */
const plainCard = (file: File, url: string | null): FileCard => ({
  id: Number(url?.split('/').at(-1)),
  name: file.name,
  size: file.size,
  mime: file.type,
  kind: 'other',
  url: '',
  thumb_url: null,
  view_url: null,
  text_url: null,
  sha256: '',
})

const endOf = (error: Error | DetailedError, hadPlace: boolean): UploadEnd => {
  const response = 'originalResponse' in error ? error.originalResponse : null
  const status = response?.getStatus() ?? 0
  const said = envelopeOf(response)?.msg
  if (status === 401) return { kind: 'session', text: said }
  if (status < 400 || status >= 500 || status === 409 || status === 423 || status === 429)
    return { kind: 'broken', text: said }
  const isGone = hadPlace && (status === 404 || status === 410)
  return { kind: 'refused', text: said || error.message, restart: isGone }
}

type Hearing = Parameters<Carrier['start']>[2]

/**
 * Sends one file by the tus protocol, resuming where it stopped and within one session; returns a function that stops
 * it.
 */
export const sendFile = (
  file: File,
  url: string | null,
  own: OwnSession,
  { begun, progress, ended }: Hearing,
): (() => void) => {
  let stopped = false
  const upload = new Upload(file, {
    endpoint: `${basePath()}/api/files`,
    uploadUrl: url,
    chunkSize: partBytes,
    retryDelays: null,
    storeFingerprintForResuming: false,
    metadata: { filename: file.name, purpose: 'submission' },
    onBeforeRequest: (request) => {
      request.setHeader('token', own.token())
      request.setHeader('accept-language', currentLanguage())
    },
    onUploadUrlAvailable: () => upload.url && begun(upload.url),
    onProgress: (sent) => progress(sent),
    onSuccess: ({ lastResponse }) =>
      ended({
        kind: 'done',
        card: (envelopeOf(lastResponse)?.data as FileCard | undefined) ?? plainCard(file, upload.url ?? url),
      }),
    onError: (error) => {
      if (stopped) return
      // Another person who uses the device by now is not asked to log in for this upload.
      if (own.isOver()) return ended({ kind: 'session' })
      const end = endOf(error, url !== null)
      if (end.kind === 'session') {
        if (end.text) showToast(end.text)
        void askForRelogin({ ownDoing: true })
      }
      ended(end)
    },
  })
  upload.start()
  return () => {
    stopped = true
    void upload.abort()
  }
}
