import { isDiskFull, isReadOnlyDisk } from '../../storage/file-store.ts'

/** The versions of a file made for others, and their paths; a recording has no small picture. */
export type ForOthers = { public: string; thumb: string | null; width: number | null; height: number | null }

/** `disk full`: a full or read-only disk says nothing about the file, so the work is retried. */
export type Made = ForOthers | 'disk full'

export const made = async (make: () => Promise<ForOthers>): Promise<Made> => {
  try {
    return await make()
  } catch (error) {
    if (isDiskFull(error) || isReadOnlyDisk(error)) return 'disk full'
    throw error
  }
}
