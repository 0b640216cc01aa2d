import type { Envelope } from '@tongchuang/contract/sender.ts'
import type { FileCard } from '@tongchuang/contract/files.ts'
import { currentLanguage } from '@tongchuang/ui/language.ts'
import { askForRelogin } from '@tongchuang/ui/session-end.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import type { DetailedError, HttpResponse, Upload as TusUpload } from 'tus-js-client'
import type { Carrier, UploadEnd } from './upload-parts.ts'

// A part is one request: short enough for a slow line, long enough to cost nothing.
const partBytes = 8 * 2 ** 20

const envelopeOf = (response: HttpResponse | null): Envelope | null => {
  try {
    return JSON.parse(response?.getBody() ?? '') as Envelope
  } catch {
    return null
  }
}

/** The card of a file that was complete before this page asked: the server answers it without one. */
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
  if (status === 401) return { kind: 'session' }
  if (status < 400 || status >= 500 || status === 409 || status === 423 || status === 429) return { kind: 'broken' }
  const isGone = hadPlace && (status === 404 || status === 410)
  return { kind: 'refused', text: envelopeOf(response)?.msg || error.message, restart: isGone }
}

/** Carries files to the server by the tus protocol, whose client comes only when there is something to send. */
export const uploadCarrier: Carrier = {
  start: (file, url, { begun, progress, ended }) => {
    let upload: TusUpload | null = null
    let stopped = false
    const run = async () => {
      const { Upload } = await import('tus-js-client')
      if (stopped) return
      upload = new Upload(file, {
        endpoint: `${basePath()}/api/files`,
        uploadUrl: url,
        chunkSize: partBytes,
        retryDelays: null,
        storeFingerprintForResuming: false,
        metadata: { filename: file.name, purpose: 'submission' },
        onBeforeRequest: (request) => {
          request.setHeader('token', studentSession.token() ?? '')
          request.setHeader('accept-language', currentLanguage())
        },
        onUploadUrlAvailable: () => upload?.url && begun(upload.url),
        onProgress: (sent) => progress(sent),
        onSuccess: ({ lastResponse }) =>
          ended({
            kind: 'done',
            card: (envelopeOf(lastResponse)?.data as FileCard | undefined) ?? plainCard(file, upload?.url ?? url),
          }),
        onError: (error) => {
          if (stopped) return
          const end = endOf(error, url !== null)
          if (end.kind === 'session') void askForRelogin({ ownDoing: true })
          ended(end)
        },
      })
      upload.start()
    }
    // The file of the client did not come: as good as no network.
    run().catch(() => stopped || ended({ kind: 'broken' }))
    return {
      stop: () => {
        stopped = true
        void upload?.abort()
      },
    }
  },
  abandon: (url) => {
    void fetch(url, {
      method: 'DELETE',
      headers: { token: studentSession.token() ?? '', 'tus-resumable': '1.0.0' },
    }).catch(() => undefined)
  },
}
