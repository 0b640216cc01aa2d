import { works } from '@tongchuang/contract/works.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { likesChanged } from '../../queries/likes-changed.ts'
import { likeMutationKey, showWork } from './queries.ts'

// The maximum of one call.
const batch = 100

/**
 * Updates the likes of the visible works by one call for all: when the works are opened again, when the window is
 * visible again, and when the stream says that likes have changed. Data just read counts as up to date; `of` identifies
 * what is currently shown.
 */
export const useFreshLikes = (ids: readonly number[], of: number | string = ''): void => {
  const client = useQueryClient()
  const freshen = useEffectEvent(async () => {
    if (ids.length === 0 || document.visibilityState === 'hidden') return
    try {
      const answer = await sendQuietly(works.likes, { submit_ids: ids.slice(0, batch) })
      // A like being sent is newer than this response.
      if (client.isMutating({ mutationKey: likeMutationKey }) > 0) return
      for (const { submit_id, liked, like_count } of [answer].flat())
        showWork(client, submit_id, (work) => ({ ...work, liked, like_count }))
    } catch {
      // The previous numbers stay; the next update tries again.
    }
  })
  useEffect(() => {
    const again = () => void freshen()
    again()
    document.addEventListener('visibilitychange', again)
    const stop = likesChanged.subscribe(again)
    return () => {
      document.removeEventListener('visibilitychange', again)
      stop()
    }
  }, [of])
}
