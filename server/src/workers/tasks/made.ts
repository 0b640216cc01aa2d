import { isDiskFull, isReadOnlyDisk } from '../../storage/file-store.ts'

/** What was made of a file for others, and where it lies; a recording has no small picture. */
export type ForOthers = { public: string; thumb: string | null; width: number | null; height: number | null }

/** A disk that is full or takes nothing says nothing about the file: it is tried again. */
export type Made = ForOthers | 'disk full'

export const made = async (make: () => Promise<ForOthers>): Promise<Made> => {
  try {
    return await make()
  } catch (error) {
    if (isDiskFull(error) || isReadOnlyDisk(error)) return 'disk full'
    throw error
  }
}
