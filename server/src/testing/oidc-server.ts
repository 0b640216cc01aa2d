import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import { portOf } from '../http/port-of.ts'

/** A person known to the server: their claims, and with `acr` how reliably they were identified. */
export type OidcPerson = { sub: string; acr?: string } & Record<string, unknown>

/** A real OpenID provider on a port of this machine. */
export type OidcServer = {
  issuer: string
  host: string
  client: { client_id: string; client_secret: string }
  people: Map<string, OidcPerson>
  /** Who logs in from now on, without a log-in form. null: the person denies the request. */
  present: { sub: string | null }
  /** Answers instead of the server while set; returns true where it has answered. */
  instead: { answer: ((request: IncomingMessage, response: ServerResponse) => boolean) | null }
  /** A token with any claims under the server's own signature; `alg: 'none'` for an unsigned one. */
  forge: (claims: object, alg?: 'RS256' | 'none') => string
  close: () => Promise<void>
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = { ...privateKey.export({ format: 'jwk' }), kid: 'remote', alg: 'RS256', use: 'sig' }

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const forge: OidcServer['forge'] = (claims, alg = 'RS256') => {
  const signed = `${part({ alg, kid: 'remote', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${alg === 'none' ? '' : sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
}

/** Stores the provider's data in memory for the duration of a test. */
const adapterOver = (rows: Map<string, Record<string, unknown>>) =>
  class {
    readonly name: string
    constructor(name: string) {
      this.name = name
    }
    private at(id: string): string {
      return `${this.name} ${id}`
    }
    async upsert(id: string, row: Record<string, unknown>) {
      rows.set(this.at(id), row)
    }
    async find(id: string) {
      return rows.get(this.at(id))
    }
    async findByUid(uid: string) {
      return [...rows.values()].find((row) => row.uid === uid)
    }
    async findByUserCode() {
      return undefined
    }
    async consume(id: string) {
      rows.set(this.at(id), { ...rows.get(this.at(id)), consumed: 1 })
    }
    async destroy(id: string) {
      rows.delete(this.at(id))
    }
    async revokeByGrantId(grantId: string) {
      for (const [at, row] of rows) if (row.grantId === grantId) rows.delete(at)
    }
  }

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return portOf(server)
}

type Given = { redirect_uris: (issuer: string) => string[]; people?: readonly OidcPerson[]; client_id?: string }

/** Opens a provider that knows one client. */
export const anOidcServer = async ({
  redirect_uris,
  people = [],
  client_id = 'tongchuang',
}: Given): Promise<OidcServer> => {
  const handlers: { serve: (request: IncomingMessage, response: ServerResponse) => void } = { serve: () => {} }
  const server = createServer((request, response) => handlers.serve(request, response))
  const port = await listening(server)
  const issuer = `http://127.0.0.1:${port}`
  const client = { client_id, client_secret: 'a secret of the server that is long enough' }
  const known = new Map(people.map((person) => [person.sub, person]))
  const present: OidcServer['present'] = { sub: people[0]?.sub ?? null }
  const instead: OidcServer['instead'] = { answer: null }
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: redirect_uris(issuer),
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    adapter: adapterOver(new Map()),
    jwks: { keys: [key] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    claims: { openid: ['sub'], profile: ['name', 'student_no'] },
    acrValues: ['mfa'],
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key of the tests'] },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ ...known.get(sub), sub }),
    }),
  })
  const serve = provider.callback()
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const { prompt, params } = await provider.interactionDetails(request, response)
    const sub = present.sub
    if (sub === null) {
      await provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'no' })
      return
    }
    if (prompt.name === 'login') {
      const { acr } = known.get(sub) ?? {}
      await provider.interactionFinished(request, response, { login: { accountId: sub, ...(acr && { acr }) } })
      return
    }
    const grant = new provider.Grant({ accountId: sub, clientId: String(params.client_id) })
    grant.addOIDCScope(String(params.scope))
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }
  handlers.serve = (request, response) => {
    if (instead.answer?.(request, response)) return
    if (request.url?.startsWith('/interaction/')) interact(request, response).catch(() => response.writeHead(500).end())
    else serve(request, response)
  }
  return {
    issuer,
    host: `127.0.0.1:${port}`,
    client,
    people: known,
    present,
    instead,
    forge,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
