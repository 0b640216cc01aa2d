import type { OwnSession } from '@tongchuang/ui/own-session.ts'
import type { Carrier, QueueParts } from './upload-parts.ts'

/**
 * Sends files to the server within one session; the code that does so is loaded only when there is something to send.
 */
export const uploadCarrier = (own: OwnSession, look: QueueParts['store']['look']): Carrier => ({
  start: (file, url, hearing, id) => {
    let stopped = false
    let begun: ReturnType<Carrier['start']> | null = null
    import('./upload-turn.ts')
      .then(({ sendInTurn }) => {
        if (!stopped) begun = sendInTurn(own, look)(file, url, hearing, id)
      })
      // The code could not be loaded: treated like a missing network.
      .catch(() => stopped || hearing.ended({ kind: 'broken' }))
    return {
      stop: () => {
        stopped = true
        begun?.stop()
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
