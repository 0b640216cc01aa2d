import type { FileCard } from '@tongchuang/contract/files.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useState } from 'react'
import { uploadFile } from './upload.ts'
import type { Editing } from './use-task-form.ts'

/** Uploads files and adds each to the task as it arrives; a failure is shown, and the other files continue. */
export const useUploads = ({ addFiles }: Pick<Editing, 'addFiles'>) => {
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
        if (!card) continue
        addFiles([card])
        cards.push(card)
      }
      return cards
    },
    one,
  }
}
export type Uploads = ReturnType<typeof useUploads>
