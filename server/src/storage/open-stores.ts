import { join } from 'node:path'
import type { Config } from '../config.ts'
import { localFileStore, type FileStore } from './file-store.ts'
import type { UploadPlace } from './upload-place.ts'

/** The stores of everything a school keeps beside its database. */
export type Stores = {
  files: FileStore
  /** Backups by their names. */
  backups: FileStore
  /** Exports of people's own data. */
  exports: FileStore
  /** Where unfinished uploads are kept; null for a folder of this machine. */
  uploads: UploadPlace | null
}

/** The stores in folders of the data folder. */
export const localStores = (dataDir: string): Stores => ({
  files: localFileStore(join(dataDir, 'files')),
  backups: localFileStore(join(dataDir, 'backups')),
  exports: localFileStore(join(dataDir, 'exports')),
  uploads: null,
})

/**
 * The object store where the settings name one, else the data folder. Without an object store its libraries are not
 * loaded.
 */
export const openStores = async ({ dataDir, objects }: Pick<Config, 'dataDir' | 'objects'>): Promise<Stores> => {
  if (objects === null) return localStores(dataDir)
  const [{ openBucket }, { objectStore }, { UploadBucket }] = await Promise.all([
    import('./bucket.ts'),
    import('./object-store.ts'),
    import('./upload-bucket.ts'),
  ])
  const bucket = openBucket(objects)
  return {
    files: objectStore(bucket, objects),
    backups: objectStore(bucket, objects, 'backups'),
    exports: objectStore(bucket, objects, 'exports'),
    uploads: new UploadBucket(bucket, objects),
  }
}
