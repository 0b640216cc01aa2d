import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { portOf } from '../http/port-of.ts'

/** A CAS server on a port of this machine: every visitor is logged in as the person who is present. */
export type CasServer = {
  address: string
  host: string
  present: { user: string; attributes: Readonly<Record<string, string>> }
  /** Answers in the place of serviceValidate while it is set. */
  instead: { answer: ((request: IncomingMessage, response: ServerResponse) => void) | null }
  /** Each serviceValidate request received. */
  asked: URL[]
  close: () => Promise<void>
}

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0) ?? 0};`)

const wrapped = (inside: string): string =>
  `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">\n  ${inside}\n</cas:serviceResponse>`

/** Opens a CAS server. */
export const aCasServer = async (): Promise<CasServer> => {
  const tickets = new Map<string, { service: string; user: string; attributes: Readonly<Record<string, string>> }>()
  const present: CasServer['present'] = { user: '', attributes: {} }
  const instead: CasServer['instead'] = { answer: null }
  const asked: URL[] = []
  let made = 0
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://cas')
    const service = url.searchParams.get('service') ?? ''
    if (url.pathname === '/cas/login') {
      const ticket = `ST-${(made += 1)}-remote`
      tickets.set(ticket, { service, user: present.user, attributes: present.attributes })
      const to = new URL(service)
      to.searchParams.set('ticket', ticket)
      response.writeHead(302, { location: to.href }).end()
      return
    }
    asked.push(url)
    if (instead.answer) return instead.answer(request, response)
    const ticket = url.searchParams.get('ticket') ?? ''
    const known = tickets.get(ticket)
    tickets.delete(ticket)
    response.writeHead(200, { 'content-type': 'application/xml' })
    if (!known || known.service !== service) {
      const code = known ? 'INVALID_SERVICE' : 'INVALID_TICKET'
      response.end(
        wrapped(
          `<cas:authenticationFailure code="${code}">Ticket ${escaped(ticket)} not recognized</cas:authenticationFailure>`,
        ),
      )
      return
    }
    const list = Object.entries(known.attributes).map(([name, value]) => `<cas:${name}>${escaped(value)}</cas:${name}>`)
    response.end(
      wrapped(
        `<cas:authenticationSuccess><cas:user>${escaped(known.user)}</cas:user><cas:attributes>${list.join('')}</cas:attributes></cas:authenticationSuccess>`,
      ),
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const port = portOf(server)
  return {
    address: `http://127.0.0.1:${port}/cas`,
    host: `127.0.0.1:${port}`,
    present,
    instead,
    asked,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
