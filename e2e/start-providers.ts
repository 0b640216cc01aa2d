import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Send } from '@tongchuang/contract/sender.ts'
import { providersAdmin } from '@tongchuang/contract/providers.admin.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import { startSchool, type School } from './start-school.ts'

const root = join(import.meta.dirname, '..')

type Servers = {
  oidc: { issuer: string; client_id: string; client_secret: string }
  cas: string
  app: { address: string; secret: string }
  hosts: string[]
}

/**
 * A school beside an OpenID provider, a CAS server and an app’s open platform, each a server of its own on this
 * machine.
 */
export type SchoolWithProviders = {
  school: School
  remotes: Servers
  admin: Send
  stopServers: () => void
  stop: () => Promise<void>
}

/** Starts the school and its providers; `present` is who is logged in at each provider. */
export const startWithProviders = async (present: {
  oidc: string
  cas: string
  app: string
}): Promise<SchoolWithProviders> => {
  const port = await freePort()
  // The same address that the school reports once it has started.
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['server/src/testing/run-providers.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, SCHOOL: url, PRESENT: JSON.stringify(present) },
  })
  const stopServers = () => void child.kill('SIGKILL')
  process.once('exit', stopServers)
  let said = ''
  const line = await new Promise<string>((resolve) => {
    child.stdout.on('data', (piece: Buffer) => {
      said += piece.toString()
      const found = /^\{.*\}$/m.exec(said)?.[0]
      if (found) resolve(found)
    })
  })
  const remotes = JSON.parse(line) as Servers
  const school = await startSchool({ PORT: String(port), BASE_URL: url, OUTBOUND_ALLOW: remotes.hosts.join(',') })
  const admin = await school.asStaff('admin')
  return {
    ...{ school, remotes, admin, stopServers },
    stop: async () => {
      stopServers()
      await school.stop()
    },
  }
}

const plain = {
  ...{ enabled: true, address: '', sign_in_address: '', client_id: '', agent_id: '', scopes: '', number_claim: '' },
  ...{ number_trusted: false, name_claim: 'name', accepted_acr: [], makes_accounts: false, is_silent: false },
}

/** Sets the three of them up, as an administrator does. */
export const setUpProviders = async ({ admin, remotes }: SchoolWithProviders): Promise<void> => {
  const { oidc, cas, app } = remotes
  await admin(providersAdmin.save, {
    ...{ ...plain, kind: 'oidc', name: '统一身份认证', address: oidc.issuer, client_id: oidc.client_id },
    ...{ secret: oidc.client_secret, scopes: 'openid profile', number_claim: 'student_no', number_trusted: true },
  })
  await admin(providersAdmin.save, {
    ...plain,
    kind: 'cas',
    name: '图书馆账号',
    address: cas,
    name_claim: 'displayName',
  })
  await admin(providersAdmin.save, {
    ...{ ...plain, kind: 'wecom', name: '企业微信', address: app.address, sign_in_address: app.address },
    ...{ client_id: 'corp', agent_id: '1', secret: app.secret, number_claim: 'userid', is_silent: true },
  })
}
