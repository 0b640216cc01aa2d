import { studentSession } from '@tongchuang/ui/session.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { listenLive } from '@tongchuang/ui/live.ts'
import { messagesKey, unreadQuery } from './messages-query.ts'

type Hear = Parameters<typeof listenLive>[0]['hear']

/** What each thing heard makes old. */
const hearFor =
  (client: QueryClient): Hear =>
  (told) => {
    if (told.event === 'unread') {
      const { message, notice, todo } = told.data
      const total = message + notice + todo
      client.setQueryData(unreadQuery.queryKey, { ...told.data, total, any: total > 0 })
      void client.invalidateQueries({ queryKey: [...messagesKey, 'list'] })
    } else if (told.event === 'change')
      void client.invalidateQueries({ queryKey: [`${told.data.kind}s`, told.data.task_id] })
    else if (told.event === 'resync')
      void client.invalidateQueries({
        predicate: ({ queryKey: [name] }) => name === messagesKey[0] || name === 'discussions',
      })
    // The next call meets the same end and says so in the dialog.
    else if (told.data.why !== 'many') void client.invalidateQueries({ queryKey: unreadQuery.queryKey })
  }

/** Keeps what is shown up to date while somebody is logged in: unread numbers, and what others do on a task. */
export const useLive = (user_id: number | null): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (user_id === null) return
    const stopped = new AbortController()
    const begin = async () => {
      // Nothing of it is seen: it comes after what is.
      const { listenLive } = await import('@tongchuang/ui/live.ts')
      if (stopped.signal.aborted) return
      const stop = listenLive({ user_id, token: studentSession.token, base: basePath(), hear: hearFor(client) })
      stopped.signal.addEventListener('abort', stop)
    }
    // Without it the numbers are still asked for every two minutes.
    void begin().catch(() => undefined)
    return () => stopped.abort()
  }, [user_id, client])
}
