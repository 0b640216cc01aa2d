import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../app-services.ts'

/** The channel that announces that the installation has received the secret of a backup. */
export const secretChannel = 'secret'

/** The secret stored in the data folder; null where there is none. */
export const readSecret = (dataDir: string): Promise<string | null> =>
  readFile(join(dataDir, 'secret'), 'utf8').then(
    (text) => text.trim(),
    () => null,
  )

/**
 * Adopts the secret a restore has brought, whichever process restored it, so that links and second factors work in all
 * of them.
 */
export const hearOfSecret = async ({ config, database, changeSecret }: App): Promise<() => void> => {
  if (config.hasOwnSecret) return () => {}
  const learn = async () => {
    const secret = await readSecret(config.dataDir)
    if (secret) changeSecret(secret)
  }
  const end = await database.listen(secretChannel, () => void learn())
  await learn()
  return end
}
