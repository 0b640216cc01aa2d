import type { Server } from 'node:http'
import { portOf } from '../http/port-of.ts'
import type { ObjectSettings } from '../storage/object-settings.ts'

/** The settings by which an installation finds an object store that a test answers for. */
export const settingsFor = (store: Server): ObjectSettings => ({
  endpoint: `http://127.0.0.1:${portOf(store)}`,
  region: 'cn-north-1',
  bucket: 'school',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  forcePathStyle: true,
  links: false,
})
