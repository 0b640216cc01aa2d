import type { FileCard } from '@tongchuang/contract/files.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useState } from 'react'
import { uploadFile } from './upload.ts'

/** Uploads files for a task; a failure is shown, and the other files continue. */
export const useUploads = (done: (cards: FileCard[]) => void) => {
  const [running, setRunning] = useState<readonly { name: string; percent: number }[]>([])
  const one = async (file: File): Promise<FileCard | null> => {
    const set = (percent: number) =>
      setRunning((before) => [...before.filter(({ name }) => name !== file.name), { name: file.name, percent }])
    set(0)
    try {
      return await uploadFile(file, 'task', set)
    } catch (error) {
      showToast(error instanceof Error ? error.message : file.name)
      return null
    } finally {
      setRunning((before) => before.filter(({ name }) => name !== file.name))
    }
  }
  return {
    running,
    /** Uploads files one after another; returns the cards of those that arrived. */
    add: async (files: readonly File[]): Promise<FileCard[]> => {
      const cards: FileCard[] = []
      for (const file of files) {
        const card = await one(file)
        if (card) cards.push(card)
      }
      if (cards.length > 0) done(cards)
      return cards
    },
    one,
  }
}
export type Uploads = ReturnType<typeof useUploads>
