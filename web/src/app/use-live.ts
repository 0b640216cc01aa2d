import { studentSession } from '@tongchuang/ui/session.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { eventsPath } from '@tongchuang/contract/messages.ts'
import type { listenLive } from '@tongchuang/ui/live.ts'
import { discussionKey, discussionsKey, messagesKey, notesKey, notesKeys, studentTaskKey } from '../queries/keys.ts'
import { noteLikesChanged } from '../queries/likes-changed.ts'
import { unreadQuery } from './messages-query.ts'

/** The key of all single tasks: results and the mended marks of a work are part of its task. */
const oneTaskKey = [...studentTaskKey, 'one']

/** The query keys affected by each kind of change made by others; a kind unknown to this page changes nothing here. */
const changedKeys: Readonly<Record<string, (task_id: number) => QueryKey>> = {
  discussion: discussionKey,
  notes: notesKey,
  marks: () => oneTaskKey,
  result: () => oneTaskKey,
}

type Hear = Parameters<typeof listenLive>[0]['hear']

/** Updates or invalidates the data affected by each event of the stream. */
const hearFor =
  (client: QueryClient): Hear =>
  (told) => {
    if (told.event === 'unread') {
      const { message, notice, todo } = told.data
      const total = message + notice + todo
      client.setQueryData(unreadQuery.queryKey, { ...told.data, total, any: total > 0 })
      void client.invalidateQueries({ queryKey: [...messagesKey, 'list'] })
    } else if (told.event === 'change') {
      if (told.data.kind === 'likes') noteLikesChanged()
      const queryKey = changedKeys[told.data.kind]?.(told.data.task_id)
      if (queryKey) void client.invalidateQueries({ queryKey })
    } else if (told.event === 'resync') {
      for (const queryKey of [messagesKey, discussionsKey, notesKeys, oneTaskKey])
        void client.invalidateQueries({ queryKey })
      noteLikesChanged()
    }
    // The next call finds that the session has ended and opens the dialog about it.
    else if (told.data.why !== 'many') void client.invalidateQueries({ queryKey: unreadQuery.queryKey })
  }

/** Keeps the page up to date while someone is logged in: unread counts, and what others do on a task. */
export const useLive = (user_id: number | null): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (user_id === null) return
    const stopped = new AbortController()
    const begin = async () => {
      // Nothing of it is visible, so it is loaded after what is.
      const { listenLive } = await import('@tongchuang/ui/live.ts')
      if (stopped.signal.aborted) return
      const stop = listenLive({
        user_id,
        token: studentSession.token,
        path: eventsPath,
        base: basePath(),
        hear: hearFor(client),
      })
      stopped.signal.addEventListener('abort', stop)
    }
    // Without the stream the counts are still requested every two minutes.
    void begin().catch(() => undefined)
    return () => stopped.abort()
  }, [user_id, client])
}
