import { CallFailed } from '@tongchuang/contract/sender.ts'
import type { Envelope } from '@tongchuang/contract/sender.ts'
import { currentLanguage } from '@tongchuang/ui/language.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { uiTexts } from '@tongchuang/ui/ui-texts.ts'

// A part is one request: small enough for a slow connection, large enough for little overhead.
const partBytes = 8 * 2 ** 20
const pauses = [1_000, 3_000, 8_000]

const sendPart = async (address: string, key: string, part: Blob, signal: AbortSignal): Promise<number> => {
  const headers = { 'content-type': 'application/octet-stream', 'accept-language': currentLanguage(), 'setup-key': key }
  const response = await fetch(address, { method: 'POST', headers, body: part, signal })
  const envelope = (await response.json()) as Envelope
  if (envelope.code !== 1) throw new CallFailed(envelope)
  return (envelope.data as { received: number }).received
}

/**
 * Uploads a backup to the server part by part, with the key of the link; after a lost connection it resumes where it
 * stopped.
 */
export const bringBackup = async (
  file: File,
  to: { upload: string; key: string; signal: AbortSignal; onPercent: (percent: number) => void },
): Promise<void> => {
  const { upload, key, signal, onPercent } = to
  let failures = 0
  for (let offset = 0; offset < file.size;) {
    const address = `${basePath()}/api/admin/setup/archive/${upload}?offset=${offset}&size=${file.size}`
    try {
      offset = await sendPart(address, key, file.slice(offset, offset + partBytes), signal)
      failures = 0
      onPercent(Math.floor((offset / file.size) * 100))
    } catch (error) {
      const pause = pauses[failures]
      if (signal.aborted || (error instanceof CallFailed && error.reason !== 'BUSY')) throw error
      if (pause === undefined) throw new Error(uiTexts().networkError)
      failures += 1
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
