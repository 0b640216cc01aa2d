import { pastedFiles } from '@tongchuang/ui/pasted-files.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useEffect, useRef, useState } from 'react'
import type { ClipboardEvent, DragEvent } from 'react'
import { sendPicture } from '../../queries/send-picture.ts'

/**
 * Uploads chosen or pasted pictures and inserts their markup into the text; `waits` says whether words that were left
 * still wait for theirs.
 */
export const usePicture = (insert: (line: string) => void, alt: string, waits: () => boolean) => {
  const [count, setCount] = useState(0)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const bring = async (file: File): Promise<void> => {
    try {
      const { id } = await sendPicture(file)
      // Who has left these words has perhaps written others in their place: those are not written over with these.
      if (!isLeft.current || waits()) insert(`![${alt}](/api/files/${id})`)
    } catch (error) {
      showToast(error instanceof Error ? error.message : String(error))
    } finally {
      setCount((now) => now - 1)
    }
  }
  // One after the other, so that they stand in the order of choosing.
  const last = useRef(Promise.resolve())
  const take = (files: Iterable<File>): void => {
    for (const file of files) {
      if (!file.type.startsWith('image/')) continue
      setCount((now) => now + 1)
      last.current = last.current.then(() => bring(file))
    }
  }
  return {
    isBusy: count > 0,
    take,
    onPaste: (event: ClipboardEvent): void => {
      const pictures = pastedFiles(event.clipboardData).filter(({ type }) => type.startsWith('image/'))
      if (pictures.length === 0) return
      event.preventDefault()
      take(pictures)
    },
    /** Without these a browser leaves the page for a file that is dropped into the text. */
    dropping: {
      onDragOver: (event: DragEvent): void => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault()
      },
      onDrop: (event: DragEvent): void => {
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        take(event.dataTransfer.files)
      },
    },
  }
}
