import { anAppServer } from './app-server.ts'
import { aCasServer } from './cas-server.ts'
import { anOidcServer } from './oidc-server.ts'

/**
 * Starts the servers of other log-in providers as a separate process for journeys: an OpenID provider, a CAS server and
 * the apps' open platforms. SCHOOL is the address of the school; PRESENT, as JSON, is who is logged in at each. Prints
 * their addresses in one line.
 */
type Present = { oidc?: string; cas?: string; app?: string }
const school = process.env.SCHOOL ?? ''
const present = JSON.parse(process.env.PRESENT ?? '{}') as Present

const oidc = await anOidcServer({
  redirect_uris: () => Array.from({ length: 20 }, (_, at) => `${school}/api/user/return/${at + 1}`),
  people: [{ sub: 'u-1', name: '林雨桐', student_no: present.oidc ?? '' }],
})
const cas = await aCasServer()
Object.assign(cas.present, { user: present.cas ?? '', attributes: { displayName: '林雨桐' } })
const app = await anAppServer()
Object.assign(app.present, { id: present.app ?? '', name: '林雨桐', student_no: present.app ?? '' })

const { issuer, host, client } = oidc
process.stdout.write(
  `${JSON.stringify({ oidc: { issuer, ...client }, cas: cas.address, app: { address: app.address, secret: app.secret }, hosts: [host, cas.host, app.host] })}\n`,
)
