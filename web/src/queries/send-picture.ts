import type { Envelope } from '@tongchuang/contract/sender.ts'
import type { FileCard } from '@tongchuang/contract/files.ts'
import type { DetailedError, HttpResponse } from 'tus-js-client'
import { currentLanguage } from '@tongchuang/ui/language.ts'
import { ownSession, SessionOver } from '@tongchuang/ui/own-session.ts'
import { askForRelogin } from '@tongchuang/ui/session-end.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { uiTexts } from '@tongchuang/ui/ui-texts.ts'

const cardOf = (response: HttpResponse): FileCard => (JSON.parse(response.getBody()) as Envelope).data as FileCard

const problemOf = (error: Error | DetailedError): string => {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (response?.getStatus() === 401) void askForRelogin({ ownDoing: true })
  try {
    return (JSON.parse(response?.getBody() ?? '') as Envelope).msg
  } catch {
    return uiTexts().failed
  }
}

/**
 * Uploads one small file and returns its card; throws an error with the message to show. The tus client is loaded on
 * demand.
 */
export const sendPicture = async (file: File): Promise<FileCard> => {
  const own = ownSession(studentSession)
  const { Upload } = await import('tus-js-client').catch(() => {
    // Without a network; the browser's own words are not for a person.
    throw new Error(uiTexts().networkError)
  })
  return new Promise((resolve, reject) => {
    new Upload(file, {
      endpoint: `${basePath()}/api/files`,
      retryDelays: [0, 1000, 3000],
      storeFingerprintForResuming: false,
      metadata: { filename: file.name, purpose: 'submission' },
      onBeforeRequest: (request) => {
        request.setHeader('token', own.token())
        request.setHeader('accept-language', currentLanguage())
      },
      onSuccess: ({ lastResponse }) => resolve(cardOf(lastResponse)),
      onError: (error) => reject(own.isOver() ? new SessionOver() : new Error(problemOf(error))),
    }).start()
  })
}
