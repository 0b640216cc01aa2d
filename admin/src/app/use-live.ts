import { staffEventsPath } from '@tongchuang/contract/messages.admin.ts'
import type { StreamEvent } from '@tongchuang/contract/messages.ts'
import { adminSession } from '@tongchuang/ui/session.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { homeKey, noticesKey } from '../queries/keys.ts'
import { unreadQuery } from './notices-query.ts'

/**
 * Keeps the number of notices up to date while a user is logged in, and with it the waiting work on the first page and
 * in the menu.
 */
export const useLive = (user_id: number): void => {
  const client = useQueryClient()
  useEffect(() => {
    const stopped = new AbortController()
    let isFirst = true
    const hear = (told: StreamEvent) => {
      if (told.event === 'unread') {
        const { message, notice, todo } = told.data
        const unread = Math.min(message + notice + todo, 100)
        // A stream begins with the present number. Where the page has just read the same, nothing has happened.
        const isKnown = isFirst && client.getQueryData(unreadQuery.queryKey)?.unread === unread
        isFirst = false
        client.setQueryData(unreadQuery.queryKey, { unread })
        if (isKnown) return
        void client.invalidateQueries({ queryKey: [...noticesKey, 'list'] })
        void client.invalidateQueries({ queryKey: homeKey })
      } else if (told.event === 'resync') void client.invalidateQueries({ queryKey: noticesKey })
      // The next call finds the session ended as well and opens the dialog.
      else if (told.event === 'end' && told.data.why !== 'many')
        void client.invalidateQueries({ queryKey: unreadQuery.queryKey })
    }
    const begin = async () => {
      const { listenLive } = await import('@tongchuang/ui/live.ts')
      if (stopped.signal.aborted) return
      const stop = listenLive({ user_id, token: adminSession.token, path: staffEventsPath, base: basePath(), hear })
      stopped.signal.addEventListener('abort', stop)
    }
    // Without the stream, the number is still requested every two minutes.
    void begin().catch(() => undefined)
    return () => stopped.abort()
  }, [user_id, client])
}
