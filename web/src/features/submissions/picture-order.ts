import type { FileCard } from '@tongchuang/contract/files.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { DraftUploads } from './use-uploads.ts'

/** The pictures chosen for a text, in the order of choosing: the upload of each, and its card once it has arrived. */
type Chosen = Map<string, FileCard | null>

/**
 * Puts pictures into the text in the order of choosing, whichever arrives first. None waits for one that was paused,
 * refused or taken away: `isMoving` says whether an upload goes on by itself.
 */
export const createPictureOrder = (
  chosen: Chosen,
  isMoving: (upload: string) => boolean,
  put: (card: FileCard) => void,
) => {
  /** Called when any upload has changed. */
  const look = (): void => {
    for (const [upload, card] of chosen) {
      if (card) {
        chosen.delete(upload)
        put(card)
      } else if (isMoving(upload)) return
    }
  }
  return {
    look,
    arrived: (card: FileCard, upload: string): void => {
      if (chosen.has(upload)) chosen.set(upload, card)
      look()
    },
  }
}

/** Puts the pictures that are added into the text once they have arrived. */
export const usePictures = ({ queue, whenArrived }: DraftUploads, onPicture: (card: FileCard) => void) => {
  const [chosen] = useState<Chosen>(() => new Map())
  const put = useEffectEvent(onPicture)
  useEffect(() => {
    const order = createPictureOrder(chosen, queue.isMoving, (card) => put(card))
    const deaf = whenArrived(order.arrived)
    const blind = queue.subscribe(order.look)
    return () => {
      deaf()
      blind()
    }
  }, [chosen, queue, whenArrived])
  return { add: (upload: string): void => void chosen.set(upload, null) }
}
