import type { DataRouter } from 'react-router'
import { openDialogs, sayUnsaved } from './unsaved.ts'

/**
 * Stays on the page while a dialog holds something unsaved: the way back in the history, which on a phone is a swipe at
 * the edge, would take the dialog along. A link or a button is pressed on purpose.
 */
export const stayWithUnsaved = (router: Pick<DataRouter, 'getBlocker' | 'subscribe'>): void => {
  const isUnsaved = () => [...openDialogs].some((holds) => holds())
  router.getBlocker('unsaved', ({ historyAction }) => historyAction === 'POP' && isUnsaved())
  router.subscribe(({ blockers }) => {
    const blocker = blockers.get('unsaved')
    if (blocker?.state !== 'blocked') return
    blocker.reset()
    sayUnsaved()
  })
  addEventListener('beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault()
  })
}
