import type { FileCard } from '@tongchuang/contract/files.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { DraftUploads } from './use-uploads.ts'

/** The pictures chosen for a text, in the order of choosing: the upload of each, and its card once it has arrived. */
export type Chosen = Map<string, FileCard | null>

/**
 * Puts the pictures that have arrived into the text in the order of choosing, whichever arrived first. None waits for
 * one that was paused, refused or taken away: `isMoving` says whether an upload goes on by itself.
 */
export const putArrived = (
  chosen: Chosen,
  isMoving: (upload: string) => boolean,
  put: (card: FileCard) => void,
): void => {
  for (const [upload, card] of chosen) {
    if (card) {
      chosen.delete(upload)
      put(card)
    } else if (isMoving(upload)) return
  }
}

/** Puts the pictures that are chosen into the text once they have arrived; `uploads` changes with any upload. */
export const usePictures = (
  { queue, whenArrived }: DraftUploads,
  uploads: unknown,
  onPicture: (card: FileCard) => void,
): Chosen => {
  const [chosen] = useState<Chosen>(() => new Map())
  const look = useEffectEvent(() => putArrived(chosen, queue.isMoving, onPicture))
  useEffect(
    () => whenArrived((card, upload) => void (chosen.has(upload) && chosen.set(upload, card))),
    [chosen, whenArrived],
  )
  useEffect(() => look(), [uploads])
  return chosen
}
