import { defaultFileLimits, type FileLimits } from '@tongchuang/contract/files.ts'
import { useSite } from '@tongchuang/ui/site.ts'

/** The school's limits of a version, the default ones until they are read: megabytes of one file, and files. */
export const useFileLimits = (): FileLimits => useSite()?.files ?? defaultFileLimits
