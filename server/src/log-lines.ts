import { fstatSync, write, writeSync } from 'node:fs'

/**
 * Writes some whole lines, then calls `ended` with null or the error. It may call late or never, and gets one text at a
 * time.
 */
export type WriteText = (text: string, ended: (error: Error | null) => void) => void

export type LogLines = {
  write: (line: string) => void
  /** Takes the lines that are not written yet, even while a write is unfinished; for the last moment of a process. */
  takeWaiting: () => string
}

const MOST_WAITING = 2 ** 20
const RETRY_MS = 100

/**
 * A log that never blocks its writers. While its destination accepts nothing (a full disk, a pipe nobody reads) at most
 * `mostWaiting` characters are kept and further lines are only counted; the next line that is written reports how many
 * were dropped.
 */
export const createLogLines = (writeText: WriteText, { mostWaiting = MOST_WAITING, now = Date.now } = {}): LogLines => {
  let waiting: string[] = []
  let size = 0
  let dropped = 0
  let isWriting = false
  let isCut = false

  const takeWaiting = (): string => {
    const lines = waiting
    waiting = []
    size = 0
    if (lines.length === 0) return ''
    const missing =
      dropped === 0 ? '' : `${JSON.stringify({ level: 40, time: now(), dropped, msg: `${dropped} lines dropped` })}\n`
    return (isCut ? '\n' : '') + missing + lines.join('')
  }

  const pump = (): void => {
    if (isWriting || waiting.length === 0) return
    isWriting = true
    const [lines, missing] = [waiting.length, dropped]
    const text = takeWaiting()
    dropped = 0
    writeText(text, (error) => {
      isWriting = false
      // A line may have got through in part.
      isCut = error !== null
      if (error !== null) dropped += lines + missing
      pump()
    })
  }

  return {
    write: (line) => {
      if (size + line.length > mostWaiting) {
        dropped += 1
        return
      }
      waiting.push(line)
      size += line.length
      pump()
    },
    takeWaiting,
  }
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

/** Writes to a file or a device, off the event loop. */
const toFile =
  (fd: number): WriteText =>
  (text, ended) => {
    const rest = (bytes: Buffer): void =>
      write(fd, bytes, (error, written) => {
        if (error && codeOf(error) === 'EAGAIN') setTimeout(rest, RETRY_MS, bytes).unref()
        else if (error || written >= bytes.length) ended(error)
        else rest(bytes.subarray(written))
      })
    rest(Buffer.from(text))
  }

/** Writes to a pipe, a socket or a terminal; Node does not wait for its reader. */
const toStream =
  (stream: NodeJS.WriteStream): WriteText =>
  (text, ended) =>
    void stream.write(text, (error) => ended(error ?? null))

const openStandardOutput = (): LogLines => {
  // The callback receives the error; without a listener here it would end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const about = fstatSync(1)
  if (!about.isFile() && !about.isCharacterDevice()) return createLogLines(toStream(process.stdout))
  const lines = createLogLines(toFile(1))
  process.on('exit', () => {
    try {
      writeSync(1, lines.takeWaiting())
    } catch {
      // There is nobody left to tell.
    }
  })
  return lines
}

let ofThisProcess: LogLines | undefined

/** The log lines of this process on its standard output: one destination, however many logs write to it. */
export const standardOutput = (): LogLines => (ofThisProcess ??= openStandardOutput())
