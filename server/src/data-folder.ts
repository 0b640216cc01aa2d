import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { codeOf, refuseUnusable, saidOfAccess } from './data-access.ts'
import { minSecretLength, WrongSettings, type Config, type Settings } from './config.ts'
import { isBlank, makeSecret } from './secret-file.ts'
import { isDiskFull } from './storage/file-store.ts'

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/**
 * Makes a folder and those above it, for this user alone. Node's recursive mkdir never returns for paths below folders
 * like /proc that report themselves as missing.
 */
export const makeAll = (folder: string): void => {
  if (existsSync(folder)) return
  makeAll(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  }
}

const makeFolder = (dataDir: string): void => {
  try {
    makeAll(resolve(dataDir))
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const isThere = existsSync(dataDir) && statSync(dataDir).isDirectory()
    throw new WrongSettings([
      isThere
        ? saidOfAccess(resolve(dataDir), codeOf(error), dataDir)
        : {
            zh: `数据目录不能写入：${dataDir}（用 DATA_DIR 换一个）`,
            en: `The data folder cannot be written: ${dataDir} (choose another with DATA_DIR)`,
          },
    ])
  }
}

/** The secret of this folder, made by the first process that needs it. */
const secretIn = (dataDir: string): string => {
  const path = join(dataDir, 'secret')
  const isMissing = isBlank(path)
  try {
    if (isMissing) makeSecret(path)
  } catch (error) {
    const [zh, en] = isDiskFull(error) ? ['：磁盘满了', ': the disk is full'] : ['', '']
    throw new WrongSettings([{ zh: `不能写入 ${path}${zh}`, en: `Cannot write ${path}${en}` }])
  }
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length < minSecretLength)
    throw new WrongSettings([
      {
        zh: `${path} 的内容太短：删掉它会重新生成（所有链接随之失效）`,
        en: `${path} is too short: delete it and a new one is made (links in use end with it)`,
      },
    ])
  return secret
}

/** Makes the data folder for this user alone, and in it the secret where the settings bring none. */
export const prepareDataFolder = (settings: Settings): Config => {
  makeFolder(settings.dataDir)
  refuseUnusable(settings)
  return { ...settings, secret: settings.secret ?? secretIn(settings.dataDir), hasOwnSecret: settings.secret !== null }
}
