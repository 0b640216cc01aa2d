import type { Input } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { providersAdmin } from '@tongchuang/contract/providers.admin.ts'
import { storedStrings } from '../db/stored-strings.ts'
import type { App } from '../app-services.ts'
import { enterAdminSite } from '../accounts/enter-admin.ts'
import { confirmOwner } from '../accounts/login.ts'
import { checkFactor, factorOf } from '../accounts/second-factor.ts'
import { endSessionsOfProvider } from '../accounts/sessions.ts'
import { lockAdmins } from '../accounts/staff-store.ts'
import { iso } from '../db/time.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import type { Person, Visitor } from '../http/session.ts'
import { closeText } from '../storage/secret-text.ts'
import { byProvider, linkedAccount } from './enter.ts'
import { removeIdentitiesOf } from './identities-store.ts'
import { beginLink, finishLink, ownIdentities, endLink } from './own.ts'
import { secretPurpose } from './party.ts'
import { probe } from './probe.ts'
import { ownAddresses, providerAddress, setUpProblem } from './rules.ts'
import {
  addProvider,
  changeProvider,
  countLinked,
  findProvider,
  listProviders,
  mostProviders,
  noteAnswering,
  removeProvider,
} from './store.ts'
import { problemSentence } from './sentences.ts'
import { arrive, returnAddress, siteAddressOf } from './visits.ts'

const asksOthers = { timeoutMs: 12_000 }

/**
 * Calls of the admin site for log-ins by providers: the log-in of staff, their own links, and the settings of
 * providers.
 */
export const providerAdminRoutes = (app: App): void =>
  implement(
    app,
    providersAdmin,
    {
      enter: (input, caller) => enter(app, input, caller),
      identities: (_, caller) => ownIdentities(app, 'admin', caller),
      link: (input, caller) => link(app, input, caller),
      finishLink: ({ code }, caller) => finishLink(app, code, 'admin', caller),
      unlink: ({ provider_id }, caller) => endLink(app, provider_id, caller),
      list: () => list(app),
      save: (input, caller) => save(app, input, caller),
      remove: async ({ id }, { now }) => {
        await app.db.transaction().execute(async (db) => {
          // A concurrent log-in with such an identity finishes first, or finds it gone.
          await removeIdentitiesOf(db, id)
          // Called twice: the first call waits for sessions that are being replaced by new ones, and the second call
          // sees the new ones.
          await endSessionsOfProvider(db, id, now)
          await endSessionsOfProvider(db, id, now)
          if (!(await removeProvider(db, id))) throw fail('NOT_FOUND')
        })
        await noteOtherLogIns(app)
        return {}
      },
      test: async ({ id }, { now, language }) => {
        const row = await findProvider(app.db, id)
        if (!row) throw fail('NOT_FOUND')
        const begun = performance.now()
        const failure = await probe(app, row)
        await noteAnswering(app.db, id, failure?.problem !== 'DOWN', now)
        return {
          problem: failure ? problemSentence(failure, language) : '',
          took_ms: Math.round(performance.now() - begun),
        }
      },
    },
    { enter: asksOthers, link: asksOthers, finishLink: asksOthers, test: asksOthers },
  )

const enter = async (app: App, { code, role }: Input<typeof providersAdmin.enter>, caller: Visitor) => {
  const arrival = await arrive(app, code, { door: 'admin' }, caller)
  const { provider, told } = arrival
  const known = await linkedAccount(app, arrival, 'admin')
  if (!known) throw fail('NOT_LINKED', { name: provider.name })
  const accepted = storedStrings(provider.accepted_acr)
  return enterAdminSite(app, known.account, role, caller, {
    ...byProvider(known, arrival, caller.now),
    hasFactor: told.acr !== '' && accepted.includes(told.acr),
  })
}

const link = async (app: App, { provider_id, password, code }: Input<typeof providersAdmin.link>, caller: Person) => {
  await confirmOwner(app, caller, password)
  if (!(await factorOf(app.db, caller.user_id)).on) throw fail('FACTOR_NEEDED')
  await checkFactor(app, caller.user_id, code, caller)
  return beginLink(app, provider_id, 'admin', caller)
}

/** Updates the setting that tells every page whether another way to log in exists. */
const noteOtherLogIns = async (app: App): Promise<void> =>
  app.changeSettings({ other_log_ins: (await listProviders(app.db)).some(({ enabled }) => enabled) })

const list = async (app: App) => {
  const [rows, linked, base] = await Promise.all([listProviders(app.db), countLinked(app.db), siteAddressOf(app)])
  return rows.map(({ secret, asked_at: _asked, created_at: _made, accepted_acr, ...row }) => ({
    ...row,
    has_secret: secret !== '',
    accepted_acr: storedStrings(accepted_acr),
    down_since: iso(row.down_since),
    linked: linked.get(row.id) ?? 0,
    return_address: base === '' ? '' : returnAddress(base, row.id),
  }))
}

const save = async (app: App, input: Input<typeof providersAdmin.save>, { now }: Person) => {
  const { id, version, secret, accepted_acr, address, sign_in_address, ...given } = input
  const { db, config } = app
  const before = id === undefined ? undefined : await findProvider(db, id)
  if (id !== undefined && !before) throw fail('NOT_FOUND')
  if (before && before.kind !== given.kind)
    throw invalid('kind', '种类定了就不能改，请另建一个', 'Its kind stays: set another one up')
  const keepsSecret = secret === undefined && (before?.secret ?? '') !== ''
  const problem = setUpProblem({ ...input }, keepsSecret || secret !== undefined)
  if (problem) throw invalid(problem.field, problem.zh, problem.en)
  const row = {
    ...given,
    address: (address && providerAddress(address)) || ownAddresses[given.kind].address,
    sign_in_address: (sign_in_address && providerAddress(sign_in_address)) || ownAddresses[given.kind].sign_in,
    accepted_acr: JSON.stringify(accepted_acr),
    ...(secret !== undefined && { secret: closeText(config.secret, secretPurpose, secret) }),
    down_since: null,
    asked_at: null,
  }
  // Otherwise anybody who may change the address could have the stored secret sent to a server of their own.
  if (before && keepsSecret && before.address !== row.address)
    throw invalid('secret', '换了地址，请重新填写密钥', 'The address is another one: give the secret again')
  if (before) {
    const changed = await changeProvider(db, before.id, version ?? -1, row)
    if (!changed) throw fail('CONFLICT')
    // After the change is committed, which a log-in that is under way sees.
    if (before.enabled && !row.enabled) await endSessionsOfProvider(db, before.id, now)
    await noteOtherLogIns(app)
    return changed
  }
  const made = await db.transaction().execute(async (db) => {
    // Makes concurrent administrators wait for each other.
    await lockAdmins(db)
    if ((await listProviders(db)).length >= mostProviders) throw fail('TOO_MANY_PROVIDERS', { max: mostProviders })
    return addProvider(db, { secret: '', ...row, created_at: now })
  })
  await noteOtherLogIns(app)
  return made
}
