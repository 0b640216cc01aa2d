import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts } from '@tongchuang/contract/accounts.ts'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import type { Send } from '@tongchuang/contract/sender.ts'
import { openMailBox } from './mail-box.ts'
import type { MailBox } from './mail-box.ts'
import { createHttpSend } from './transport.ts'

const root = join(import.meta.dirname, '..')

/**
 * Names the folder of the untouched sample school: the set-up of the run creates it, and schools start as copies of it.
 */
export const UNTOUCHED_SAMPLE = 'UNTOUCHED_SAMPLE'

/** The password of every account of the sample school. */
export const samplePassword = 'tongchuang-demo'

/** A server of the sample school or of an empty one, a process of its own with a database of its own. */
export type School = {
  url: string
  /** Calls without a session. */
  send: Send
  /** Logs a student in outside the browser; returns the token of the session. */
  studentToken: (username: string, password?: string) => Promise<string>
  /** Logs a member of staff in on the admin site, outside the browser; returns the token. */
  staffToken: (username: string, password?: string) => Promise<string>
  /** The calls of someone logged in on the student site. */
  asStudent: (username: string, password?: string) => Promise<Send>
  /** The calls of someone logged in on the admin site. */
  asStaff: (username: string, password?: string) => Promise<Send>
  mail: MailBox
  /** Where its database and files are. */
  dataDir: string
  /** What the server has said so far. */
  log: () => string
  /** Stops it, and removes its folder unless it is to be kept. */
  stop: (how?: { keepsFolder?: boolean }) => Promise<void>
}

/**
 * Starts the product as `npm run demo` does, on its own port and in its own folder, with a mail server; without the
 * sample as `npm start` does. Late answers are acceptable, so it refuses nothing as too busy.
 */
export const startSchool = async (
  env: Readonly<Record<string, string>> = {},
  { sample = true } = {},
): Promise<School> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tongchuang-school-'))
  const untouched = process.env[UNTOUCHED_SAMPLE]
  if (sample && untouched) await cp(untouched, dataDir, { recursive: true })
  const mail = await openMailBox()
  let log = ''
  const child = spawn(process.execPath, ['server/src/testing/run-school.ts', ...(sample ? ['--demo'] : [])], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      SMTP_URL: mail.url,
      MAIL_FROM: '同窗公会 <school@example.cn>',
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<string>((resolve, reject) => {
    const hear = (text: string) => {
      log += text
      const found = /http:\/\/(?:localhost|127\.0\.0\.1):(\d+)\//.exec(log)
      if (found) resolve(found[1] ?? '')
    }
    child.stdout.setEncoding('utf8').on('data', hear)
    child.stderr.setEncoding('utf8').on('data', hear)
    child.once('exit', () => reject(new Error(`the server did not start:\n${log}`)))
    setTimeout(() => reject(new Error(`the server did not start within a minute:\n${log}`)), 60_000).unref()
  }).catch(async (error: unknown) => {
    kill()
    await mail.close()
    throw error
  })
  const url = `http://localhost:${port}`
  const send = createHttpSend(url)
  // The first requests of a process compile and read files, which on a busy machine may look like overload to it.
  for (const path of ['/login', '/api/user/site', '/login', '/readyz']) await (await fetch(url + path)).arrayBuffer()
  const studentToken = async (username: string, password = samplePassword) =>
    (await send(accounts.login, { username, password })).userinfo.token
  const staffToken = async (username: string, password = samplePassword) =>
    (await send(accountsAdmin.login, { username, password })).userinfo.token
  return {
    url,
    send,
    studentToken,
    staffToken,
    asStudent: async (username, password) => createHttpSend(url, await studentToken(username, password)),
    asStaff: async (username, password) => createHttpSend(url, await staffToken(username, password)),
    mail,
    dataDir,
    log: () => log,
    stop: async ({ keepsFolder = false } = {}) => {
      child.kill('SIGTERM')
      await ended
      process.removeListener('exit', kill)
      await mail.close()
      if (!keepsFolder) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
