import { isOnline } from './online.ts'
import { basePath } from './site.ts'

/** Whether the server can be reached now; any answer counts. One request. */
export const isReachable = async (): Promise<boolean> =>
  isOnline() &&
  (await fetch(`${basePath()}/healthz`, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  ))
