import { pino, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'
import { standardOutput } from './log-lines.ts'

// Fields that must never be written to a log, at the top of an object and up to two objects deep.
const secretNames = [
  'token',
  'admin_token',
  'password',
  'new_password',
  'code',
  'ticket',
  'secret',
  'authorization',
  'cookie',
  'set-cookie',
]
// Only a `code` at the top or in an input or body is one: the `code` of an error (ECONNREFUSED) is kept, because it is
// needed to find the cause.
const paths = secretNames.flatMap((name) => [
  `["${name}"]`,
  ...(name === 'code' ? ['input.code', 'body.code'] : [`*["${name}"]`, `*.*["${name}"]`]),
])

/** A log of JSON lines without secrets. */
export const jsonLog = (level: LogLevel, destination: DestinationStream): Logger =>
  pino({ level, redact: { paths, censor: '—' }, base: undefined }, destination)

/** The log of a process: readable in a terminal; elsewhere JSON lines, written without blocking. */
export const createLog = async (level: LogLevel, terminal = process.stdout.isTTY): Promise<Logger> => {
  if (!terminal) return jsonLog(level, standardOutput())
  // Loaded only when needed, to keep other starts fast.
  const { default: pretty } = await import('pino-pretty')
  return jsonLog(level, pretty({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', sync: true }))
}

/** A log that keeps silent. */
export const silentLog = (): Logger => pino({ level: 'silent' })
