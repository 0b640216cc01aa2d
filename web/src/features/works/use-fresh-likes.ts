import { works } from '@tongchuang/contract/works.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { likesChanged } from '../../queries/likes-changed.ts'
import { likeMutationKey, showWork } from './queries.ts'

// As many as one call takes.
const batch = 100

/**
 * Brings the likes of what is in sight up to date by one call for all: when works are come back to, when the window is, and
 * when the stream says that likes have changed. What was just read is up to date; `of` is what is looked at now.
 */
export const useFreshLikes = (ids: readonly number[], of: number | string = ''): void => {
  const client = useQueryClient()
  const freshen = useEffectEvent(async () => {
    if (ids.length === 0 || document.visibilityState === 'hidden') return
    try {
      const answer = await sendQuietly(works.likes, { submit_ids: ids.slice(0, batch) })
      // What somebody presses meanwhile is newer.
      if (client.isMutating({ mutationKey: likeMutationKey }) > 0) return
      for (const { submit_id, liked, like_count } of [answer].flat())
        showWork(client, submit_id, (work) => ({ ...work, liked, like_count }))
    } catch {
      // The numbers of before stand; the next look asks again.
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
