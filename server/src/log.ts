import { pino, type Logger } from 'pino'
import type { LogLevel } from './config.ts'

// What must never stand in a log, wherever in an object it is nested.
const secretNames = ['token', 'password', 'new_password', 'code', 'ticket', 'secret', 'authorization', 'cookie', 'set-cookie', 'admin_token']
const redact = { paths: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: '—' }

/** The log: JSON lines, or readable ones in a terminal. */
export const createLog = async (level: LogLevel, terminal = process.stdout.isTTY): Promise<Logger> => {
  if (!terminal) return pino({ level, redact, base: undefined })
  // Loaded only here: nobody else pays for it at start.
  const { default: pretty } = await import('pino-pretty')
  return pino({ level, redact, base: undefined }, pretty({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', sync: true }))
}

/** A log that keeps silent. */
export const silentLog = (): Logger => pino({ level: 'silent' })
