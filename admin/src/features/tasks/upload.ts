import type { FileCard } from '@tongchuang/contract/files.ts'
import type { Envelope } from '@tongchuang/contract/sender.ts'
import { currentLanguage } from '@tongchuang/ui/language.ts'
import { ownSession, SessionOver } from '@tongchuang/ui/own-session.ts'
import { adminSession } from '@tongchuang/ui/session.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { uiTexts } from '@tongchuang/ui/ui-texts.ts'

// A part is one request: small enough for a slow connection, large enough for little overhead.
const partBytes = 8 * 2 ** 20

const envelopeOf = (body: string | undefined): Envelope | null => {
  try {
    return JSON.parse(body ?? '') as Envelope
  } catch {
    return null
  }
}

/** Uploads a file by the tus protocol and returns its card; throws an error whose message can be shown. */
export const uploadFile = async (
  file: File,
  purpose: 'task' | 'banner' | 'feedback',
  onPercent: (percent: number) => void,
): Promise<FileCard> => {
  const own = ownSession(adminSession)
  const { DetailedError, Upload } = await import('tus-js-client').catch(() => {
    // Without a network; the browser's own words are not for a person.
    throw new Error(uiTexts().networkError)
  })
  return new Promise((resolve, reject) => {
    new Upload(file, {
      endpoint: `${basePath()}/api/files`,
      chunkSize: partBytes,
      retryDelays: [1000, 3000, 8000],
      storeFingerprintForResuming: false,
      metadata: { filename: file.name, purpose },
      onBeforeRequest: (request) => {
        request.setHeader('token', own.token())
        request.setHeader('accept-language', currentLanguage())
      },
      onProgress: (sent, all) => onPercent(all === 0 ? 0 : Math.floor((sent / all) * 100)),
      onSuccess: ({ lastResponse }) => {
        const card = envelopeOf(lastResponse.getBody())?.data as FileCard | undefined
        if (card) resolve(card)
        else reject(new Error(file.name))
      },
      onError: (error) => {
        if (own.isOver()) return reject(new SessionOver())
        const body = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined
        reject(new Error(envelopeOf(body)?.msg ?? error.message))
      },
    }).start()
  })
}
