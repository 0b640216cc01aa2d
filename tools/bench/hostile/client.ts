import { Agent, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

const DEFAULT_TIMEOUT_MS = 60_000

/** How a request ended: `refused` told in words, `busy` turned away for a moment, `fault` a 5xx or no answer at all. */
export type Outcome = 'done' | 'refused' | 'busy' | 'fault'
export type Answer = { outcome: Outcome; body: string; headers: IncomingMessage['headers'] }

type Sent = {
  method?: 'GET' | 'POST' | 'PATCH'
  path: string
  token: string
  body?: string | Buffer
  headers?: Record<string, string>
}

export type Client = {
  send: (sent: Sent) => Promise<Answer>
  post: (path: string, token: string, body: object) => Promise<Answer>
  /** Uploads a file and asks for what others or the page would ask: its text, its small picture, its public form. */
  upload: (token: string, name: string, bytes: Buffer) => Promise<Answer>
  close: () => void
}

const outcomeOf = (status: number, body: string): Outcome => {
  if (status === 503) return 'busy'
  if (status >= 500) return 'fault'
  return status < 300 && !body.startsWith('{"code":0') ? 'done' : 'refused'
}

export const createClient = (url: string): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })

  const send: Client['send'] = ({ method = 'GET', path, token, body, headers = {} }) =>
    new Promise((resolve) => {
      const lost = () => resolve({ outcome: 'fault', body: '', headers: {} })
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const asked = request(
        url + path,
        { method, agent, timeout: DEFAULT_TIMEOUT_MS, headers: { ...length, ...headers, token } },
        (answer) => {
          text(answer).then(
            (body) => resolve({ outcome: outcomeOf(answer.statusCode ?? 0, body), body, headers: answer.headers }),
            lost,
          )
        },
      )
      asked.on('error', lost).on('timeout', () => asked.destroy(new Error('no answer')))
      asked.end(body)
    })

  const post: Client['post'] = (path, token, body) =>
    send({ method: 'POST', path, token, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

  const upload: Client['upload'] = async (token, name, bytes) => {
    const tus = { 'tus-resumable': '1.0.0' }
    const metadata = `filename ${Buffer.from(name).toString('base64')},purpose ${Buffer.from('submission').toString('base64')}`
    const begun = await send({
      method: 'POST',
      path: '/api/files',
      token,
      headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
    })
    const path = begun.headers.location
    if (begun.outcome !== 'done' || path === undefined) return begun
    const ended = await send({
      method: 'PATCH',
      path,
      token,
      body: bytes,
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    })
    if (ended.outcome !== 'done') return ended
    const card = await send({ path, token })
    const { data } = JSON.parse(card.body || '{}') as { data?: { thumb_url: string | null; text_url: string | null } }
    const shown = data?.thumb_url ?? data?.text_url
    return shown ? send({ path: shown, token }) : card
  }

  return { send, post, upload, close: () => agent.destroy() }
}
