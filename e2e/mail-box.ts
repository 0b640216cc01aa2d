import { SMTPServer } from 'smtp-server'
import { portOf } from '../server/src/http/port-of.ts'

export type Letter = { to: string; text: string }

/** A real mail server that keeps what it gets. */
export type MailBox = {
  url: string
  /** The newest letter to an address, waiting until there is one that came after `since`. */
  letterTo: (address: string, since?: number) => Promise<Letter>
  close: () => Promise<void>
}

type Waiting = { address: string; give: (letter: Letter) => void }

/** Undoes quoted-printable and base64 as far as the product's own letters need. */
const decoded = (raw: string): string => {
  const [head = '', ...rest] = raw.split(/\r?\n\r?\n/)
  const body = rest.join('\n\n')
  if (/content-transfer-encoding:\s*base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/content-transfer-encoding:\s*quoted-printable/i.test(head)) return body
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Opens a mail server on a free port of this machine. */
export const openMailBox = async (): Promise<MailBox> => {
  const letters: (Letter & { at: number })[] = []
  const waiting = new Set<Waiting>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const text = decoded(Buffer.concat(chunks).toString('latin1'))
        for (const { address: to } of session.envelope.rcptTo) {
          letters.push({ to, text, at: Date.now() })
          for (const one of waiting) if (one.address === to) one.give({ to, text })
        }
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const port = portOf(server.server)
  return {
    url: `smtp://127.0.0.1:${port}`,
    letterTo: (address, since = 0) => {
      const there = letters.findLast(({ to, at }) => to === address && at >= since)
      if (there) return Promise.resolve(there)
      return new Promise((resolve) => {
        const one: Waiting = { address, give: resolve }
        one.give = (letter) => {
          waiting.delete(one)
          resolve(letter)
        }
        waiting.add(one)
      })
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
