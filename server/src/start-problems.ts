import { here } from './commands-here.ts'
import { DatabaseInUse, OthersAtWork } from './alone.ts'
import { WrongSettings, type Config } from './config.ts'
import {
  DatabaseNewer,
  DatabaseReadOnly,
  DatabaseUnavailable,
  isOfDisk,
  MigrationsWaiting,
  OtherProgram,
  sqliteCode,
  UnknownDatabase,
  WrongEncoding,
} from './db/errors.ts'
import type { Bilingual } from './http/language.ts'
import { networkProblem } from './network-problem.ts'
import { WrongInstallation, type Mismatch } from './installation.ts'
import { isDiskFull } from './storage/file-store.ts'
import { anew, ofPostgres, otherProgram } from './start-problems-postgres.ts'
import { StoreAway, whyRefused } from './storage/store-away.ts'

const adopted = {
  zh: `确定它们属于同一所学校时，运行 ${here.cli} files adopt`,
  en: `if you are sure that they belong to one school, run ${here.cli} files adopt`,
}

const mismatches: Record<Mismatch, Bilingual> = {
  EMPTY_DATABASE: {
    zh: `数据库是空的，文件目录里却有文件：请检查 DATABASE_URL 和 DATA_DIR 是否写对、数据库是否被移走；${adopted.zh}`,
    en: `The database is empty but files are stored: check DATABASE_URL and DATA_DIR, and whether the database was moved away; ${adopted.en}`,
  },
  OTHER_INSTALLATION: {
    zh: `数据库、数据目录和文件不属于同一个安装：请检查 DATABASE_URL 和 DATA_DIR 是否写对；${adopted.zh}`,
    en: `Database, data folder and files belong to different installations: check DATABASE_URL and DATA_DIR; ${adopted.en}`,
  },
  MOVED: {
    zh: `这里的文件已经搬到另一处，或者还没有搬完：请检查 S3_… 的设置；搬到一半的，再运行一次 ${here.cli} files move store（搬回来的写 folder）`,
    en: `The files of this place were moved to another, or a move was interrupted: check the S3_… settings; after an interruption run ${here.cli} files move store again (folder if they were to come back)`,
  },
  UNKNOWN_FILES: {
    zh: `文件目录里的文件，数据库大多不认识：请检查 DATABASE_URL 和 DATA_DIR 是否写对；${adopted.zh}`,
    en: `The database does not know most of the stored files: check DATABASE_URL and DATA_DIR; ${adopted.en}`,
  },
  NO_FILES: {
    zh: `数据库里有文件的记录，放文件的地方却是空的：刚设了 S3_… 的，先运行 ${here.cli} files move store；否则请检查 DATA_DIR，或把 files 目录搬过来；文件确实没有了，运行 ${here.cli} files adopt`,
    en: `The database names files but none is stored: if S3_… has just been set, run ${here.cli} files move store first; otherwise check DATA_DIR, or bring the folder files; if they are really gone, run ${here.cli} files adopt`,
  },
}

/** What SQLite finds wrong with its file, by its primary result code. */
const ofSqlite: Readonly<Record<number, Bilingual>> = {
  8: {
    zh: 'DATA_DIR 里的 app.db 只能读，写不进去：请检查它的主人和权限，以及磁盘是不是只读的',
    en: 'app.db in DATA_DIR can be read and not written: check its owner and its rights, and whether the disk is read-only',
  },
  11: {
    zh: 'DATA_DIR 里的 app.db 坏了：请把最近的备份恢复到另一个空的 DATA_DIR',
    en: 'app.db in DATA_DIR is damaged: restore the last backup into another, empty DATA_DIR',
  },
  14: {
    zh: 'DATA_DIR 里的 app.db 打不开：请检查它是不是一个文件，主人和权限对不对',
    en: 'app.db in DATA_DIR cannot be opened: check that it is a file, its owner and its rights',
  },
  26: {
    zh: 'DATA_DIR 里的 app.db 不是数据库，或者坏了：请检查 DATA_DIR，或把最近的备份恢复到另一个空的 DATA_DIR',
    en: 'app.db in DATA_DIR is no database, or damaged: check DATA_DIR, or restore the last backup into another, empty one',
  },
}

/** Which processes are in the way on PostgreSQL, and what to do about one whose machine is gone. */
const othersAtWork = ({ as, present }: OthersAtWork): Bilingual => {
  const [zh, en] = {
    serving: ['还有同窗公会的进程在用这个数据库', 'Processes still serve this database'],
    moving: ['文件正在搬到另一处', 'The files of this school are being moved'],
  }[as]
  const [placesZh, placesEn] = ['数据库所在的机器', 'the machine of the database'].map((here) =>
    [...new Set(present.map(({ address }) => address ?? here))].join('、'),
  )
  const end = present.map(({ pid }) => `pg_terminate_backend(${pid})`).join(', ')
  return {
    zh: `${zh}（${placesZh}）：请先停掉，或等它结束。那台机器已经断电的，在数据库里运行 select ${end}`,
    en: `${en} (${placesEn}): stop them first, or wait until they are done. If that machine has lost its power, run in the database: select ${end}`,
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

type Known = Pick<Config, 'port' | 'host'> & Partial<Pick<Config, 'metricsPort'>>
type SystemError = NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string }

/**
 * The problem where listening failed; the syscall is checked because the same codes come from files and from other
 * machines.
 */
const listeningProblem = (error: SystemError, config?: Known): Bilingual | null => {
  const { code, syscall, hostname } = error
  const noAddress = {
    zh: `本机没有地址 ${config?.host}（HOST）`,
    en: `This machine has no address ${config?.host} (HOST)`,
  }
  if (syscall === 'getaddrinfo') return code === 'ENOTFOUND' && config && hostname === config.host ? noAddress : null
  if (syscall !== 'listen' && syscall !== 'bind') return null
  const port = error.port ?? config?.port ?? 3000
  const setting = port === config?.metricsPort ? 'METRICS_PORT' : 'PORT'
  if (code === 'EADDRINUSE')
    return {
      zh: `端口 ${port} 已被占用。换一个：${here.startWith(setting, port + 1)}`,
      en: `Port ${port} is in use. Choose another: ${here.startWith(setting, port + 1)}`,
    }
  if (code === 'EACCES')
    return {
      zh: `没有权限使用端口 ${port}。换一个：${here.startWith(setting, setting === 'PORT' ? 3000 : 9464)}`,
      en: `Port ${port} is not open to this user. Choose another: ${here.startWith(setting, setting === 'PORT' ? 3000 : 9464)}`,
    }
  return code === 'EADDRNOTAVAIL' ? noAddress : null
}

/** What is wrong with a path that was opened, by the code of the system. */
const ofPaths: Readonly<Record<string, Bilingual>> = {
  ENOENT: { zh: '没有这个文件或文件夹', en: 'There is no such file or folder' },
  ENOTDIR: { zh: '路径中间有一段不是文件夹', en: 'A part of this path is no folder' },
  EISDIR: { zh: '这是一个文件夹，不是文件', en: 'This is a folder and not a file' },
  ENAMETOOLONG: { zh: '名字太长', en: 'The name is too long' },
  EROFS: { zh: '磁盘是只读的', en: 'The disk is read-only' },
  EIO: { zh: '磁盘读写出错，可能坏了', en: 'The disk cannot be read or written and may be failing' },
}

const pathProblem = ({ code = '', path, syscall }: SystemError): Bilingual | null => {
  const said = ofPaths[code]
  if (said === undefined || path === undefined || syscall === 'connect') return null
  return { zh: `${said.zh}：${path}`, en: `${said.en}: ${path}` }
}

/** The problem behind a system error, where it is known. */
const systemProblem = (error: unknown, config?: Known): Bilingual | null => {
  if (!(error instanceof Error)) return null
  const { code, path, address }: SystemError = error
  const listening = listeningProblem(error, config)
  if (isDiskFull(error))
    return {
      zh: `磁盘满了${path ? `：${path}` : ''}。腾出空间再试`,
      en: `The disk is full${path ? `: ${path}` : ''}. Make room and try again`,
    }
  const refused = code === 'EACCES' || code === 'EPERM' ? (path ?? address) : undefined
  if (listening !== null || refused === undefined) return listening ?? pathProblem(error)
  return { zh: `没有权限：${refused}`, en: `No permission: ${refused}` }
}

/** The problem where a word is not known, or other processes are in the way. */
const typedOrInTheWay = (error: unknown): Bilingual | null => {
  const option = codeOf(error) === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? /'([^']*)'/.exec(String(error))?.[1] : undefined
  if (option !== undefined) return { zh: `不认识「${option}」`, en: `“${option}” is not known` }
  if (error instanceof OthersAtWork) return othersAtWork(error)
  if (!(error instanceof DatabaseInUse)) return null
  return {
    zh: `另一个同窗公会进程正在使用这个数据库：${error.path}。请先停掉它，或用DATA_DIR换一个目录`,
    en: `Another process serves this database: ${error.path}. Stop that one first, or choose another folder with DATA_DIR`,
  }
}

/** The problems behind an error, where they are known: one line each. */
const knownProblems = (error: unknown, config?: Known): readonly Bilingual[] | null => {
  if (error instanceof WrongSettings) return error.problems
  const ofOthers = typedOrInTheWay(error)
  if (ofOthers !== null) return [ofOthers]
  const ofSystem = systemProblem(error, config)
  if (ofSystem !== null) return [ofSystem]
  if (error instanceof DatabaseNewer) {
    return [
      {
        zh: `数据库由更新的版本写过（${error.migration}）。请用那个版本启动，或恢复升级前的备份`,
        en: `A newer version has written this database (${error.migration}). Start that version, or restore the backup`,
      },
    ]
  }
  if (error instanceof MigrationsWaiting) {
    return [
      {
        zh: `数据库还要升级${error.names.length}步。请先启动一次产品；MIGRATE=off的进程不升级，由别的进程来做`,
        en: `The database has ${error.names.length} steps to go. Start the product once; with MIGRATE=off another process takes them`,
      },
    ]
  }
  if (error instanceof WrongInstallation) return [mismatches[error.mismatch]]
  const why = whyRefused(error)
  if (why !== null) return [why]
  if (error instanceof StoreAway)
    return [
      {
        zh: '连不上文件存储：请检查它是否在运行、S3_ENDPOINT 是否正确',
        en: 'The object store does not answer. Is it running, and is S3_ENDPOINT right?',
      },
    ]
  if (error instanceof WrongEncoding)
    return [
      {
        zh: `数据库的编码是 ${error.encoding}，中文存不进去或会被截断；请换一个 UTF8 的：${anew}`,
        en: `The database is ${error.encoding}: names do not fit or are cut. Use one that is UTF8: ${anew}`,
      },
    ]
  if (error instanceof OtherProgram) return [otherProgram(error)]
  const refused = ofPostgres[codeOf(error instanceof DatabaseUnavailable ? error.cause : error)]
  if (refused) return [refused]
  if (error instanceof UnknownDatabase)
    return [
      {
        zh: 'DATABASE_URL 只支持 postgres://…，不设则用 SQLite',
        en: 'DATABASE_URL must be postgres://…, or unset for SQLite',
      },
    ]
  if (isOfDisk(error))
    return [
      {
        zh: '数据库所在的磁盘写不进、读不出：多半是满了，也可能坏了。腾出空间再试，doctor 会写出剩余多少',
        en: 'The disk of the database takes or gives back nothing: full most likely, or failing. Make room and try again; doctor says how much is left',
      },
    ]
  const ofFile = ofSqlite[sqliteCode(error) ?? 0]
  if (ofFile) return [ofFile]
  if (error instanceof DatabaseReadOnly)
    return [
      {
        zh: '数据库现在只能读：它是备机，设成了只读，或者磁盘满了。请让它可写，或检查 DATABASE_URL',
        en: 'The database can only be read: it is a standby, was set to read-only, or its disk is full. Make it writable, or check DATABASE_URL',
      },
    ]
  if (error instanceof DatabaseUnavailable)
    return [
      {
        zh: '连不上数据库，请检查它是否在运行、DATABASE_URL 是否正确',
        en: 'The database cannot be reached. Is it running, and is DATABASE_URL right?',
      },
    ]
  const ofNetwork = networkProblem(error)
  return ofNetwork && [ofNetwork]
}

/** The first line of the underlying error, because `fetch failed` alone helps nobody. */
const firstLine = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error).replace(/\n.*$/s, '')
  if (error instanceof TypeError && error.cause instanceof Error) return firstLine(error.cause)
  return (error.message || codeOf(error) || error.name).replace(/\n.*$/s, '')
}

/**
 * Why a start did not succeed, for the person at the terminal: one line each, never a stack trace. The words of a
 * library are English, so an unknown error has them in the English half alone, which stands beside the Chinese one.
 */
export const startProblems = (error: unknown, config?: Pick<Config, 'port' | 'host'>): readonly Bilingual[] =>
  knownProblems(error, config) ?? [
    { zh: '启动失败，原因没有料到，原文在后面', en: `Could not start: ${firstLine(error)}` },
  ]

/** Why a command did not succeed, in the same form. */
export const commandProblems = (error: unknown): readonly Bilingual[] =>
  knownProblems(error) ?? [{ zh: '没有做完，原因没有料到，原文在后面', en: `Not done: ${firstLine(error)}` }]

/** The same for a single check among others; the two halves may be shown apart. */
export const problemsOf = (error: unknown): Bilingual => {
  const known = knownProblems(error)
  if (known === null) return { zh: `原因没有料到，原文是「${firstLine(error)}」`, en: firstLine(error) }
  return { zh: known.map(({ zh }) => zh).join('；'), en: known.map(({ en }) => en).join('; ') }
}

/** Prints problems, one line each in Chinese and English. */
export const printProblems = (problems: readonly Bilingual[]): void => {
  for (const { zh, en } of problems) console.error(`✗ ${zh} / ${en}`)
}
