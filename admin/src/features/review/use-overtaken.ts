import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { workQuery } from '../../queries/review.ts'

/**
 * Reads a work again and opens it again, where it was decided in another window or by a colleague: at once if its draft
 * is gone (`isOvertaken`), or when the returned function is called.
 */
export const useOvertaken = (submit_id: number, isOvertaken: boolean, onTryAgain: () => void): (() => void) => {
  const client = useQueryClient()
  const openAgain = () => {
    onTryAgain()
    void client.invalidateQueries(workQuery(submit_id))
  }
  const again = useEffectEvent(openAgain)
  useEffect(() => {
    if (isOvertaken) again()
  }, [isOvertaken])
  return openAgain
}
