import type { OwnSession } from '@tongchuang/ui/own-session.ts'
import type { Carrier } from './upload-parts.ts'

/**
 * Sends files to the server within one session; the code that does so is loaded only when there is something to send.
 */
export const uploadCarrier = (own: OwnSession): Carrier => ({
  start: (file, url, hearing) => {
    let stopped = false
    let stop: (() => void) | null = null
    import('./tus-upload.ts')
      .then(({ sendFile }) => {
        if (!stopped) stop = sendFile(file, url, own, hearing)
      })
      // The code could not be loaded: treated like a missing network.
      .catch(() => stopped || hearing.ended({ kind: 'broken' }))
    return {
      stop: () => {
        stopped = true
        stop?.()
      },
    }
  },
  abandon: (url) => {
    if (own.isOver()) return
    void fetch(url, {
      method: 'DELETE',
      headers: { token: own.token(), 'tus-resumable': '1.0.0' },
    }).catch(() => undefined)
  },
})
