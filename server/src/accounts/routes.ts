import { accounts } from '@tongchuang/contract/accounts.ts'
import { adminMount } from '@tongchuang/contract/paths.ts'
import { fail, Refusal } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { createSteadiness } from '../clock-jumps.ts'
import { iso } from '../db/time.ts'
import { implement, type Handler } from '../http/implement.ts'
import { say } from '../http/language.ts'
import { checkCode, useCode, wasJustUsed } from './codes.ts'
import { addressOf, changeContact, mailCode } from './contact.ts'
import { accountByPassword, byPassword, handOffUrl, openStudentSession } from './login.ts'
import { menu } from './menu.ts'
import { ownerOf } from './once-more.ts'
import { endOwnSessions } from './own-sessions.ts'
import { sweepTries } from './password-tries.ts'
import { hashPassword } from './passwords.ts'
import { replacePassword } from './replace-password.ts'
import { endSessions, issueTicket, listSessions, mayGoOver } from './sessions.ts'
import { findByConfirmedEmail, setPassword } from './store.ts'
import { sweepAccounts } from './sweep-store.ts'
import { hashWaitingPasswords } from './waiting-passwords.ts'
import { isWeakPassword } from './weak-passwords.ts'

/** Logging in and out, codes by mail, passwords, devices, the hand-off to the admin site. */
export const accountRoutes = (app: App): void => {
  implement(app, accounts, {
    site: site(app),
    login: login(app),
    sendCode: sendCode(app),
    resetPassword: resetPassword(app),
    logout: logout(app),
    changePassword: ({ password, new_password }, caller) => replacePassword(app, caller, password, new_password),
    changeContact: (input, caller) => changeContact(app, input, caller),
    devices: devices(app),
    endDevice: (input, caller) => endOwnSessions(app.db, input, caller),
    roleTicket: roleTicket(app),
    menu: () => menu,
  })

  hashWaitingPasswords(app)
  const isSteady = createSteadiness({ clock: app.clock, monotonic: () => performance.now() })
  app.removal.every('accounts.sweep', 3_600, 'expired', async (now) => {
    await sweepTries(app.db, now)
    await sweepAccounts(app.db, now, isSteady())
  })
}

const site =
  (app: App): Handler<typeof accounts.site> =>
  async (_, { language }) => {
    const { mail, config } = app
    const { site_name, timezone, doors, registration_open, consent, rankings, ranking_list, other_log_ins, files } =
      await app.settings()
    return {
      site_name,
      timezone,
      doors: { invite: doors.invite, code: doors.code && mail.enabled, invite_required: !registration_open },
      mail: mail.enabled,
      other_log_ins,
      consent: { version: consent.version, text: say(consent, language) },
      rankings,
      ranking_list,
      files: { file_mb: files.file_mb, max_files: files.max_files },
      demo: config.demo,
    }
  }

const login =
  (app: App): Handler<typeof accounts.login> =>
  async ({ username, password }, caller) => {
    const account = await accountByPassword(app, username, password, caller)
    return { userinfo: await openStudentSession(app, account, caller, byPassword(account)) }
  }

const sendCode =
  (app: App): Handler<typeof accounts.sendCode> =>
  async ({ email, mobile, event }, caller) => {
    if (mobile) throw fail('NO_SMS')
    if (event === 'change' && caller.user_id === null) throw fail('NO_SESSION')
    return mailCode(app, email ?? '', event, caller)
  }

const resetPassword =
  (app: App): Handler<typeof accounts.resetPassword> =>
  async ({ email, code, password }, caller) => {
    const { now } = caller
    const { db, mail, config } = app
    if (!mail.enabled) throw fail('NO_MAIL')
    if (isWeakPassword(password)) throw fail('WEAK_PASSWORD')
    const address = addressOf(email)
    const typed = { address, event: 'resetpwd', code, secret: config.secret, asker: caller, now } as const
    const reset = async () => {
      const id = await checkCode(db, typed)
      const hash = await hashPassword(password)
      await db.transaction().execute(async (db) => {
        await useCode(db, id, now)
        const account = await findByConfirmedEmail(db, address)
        if (!account) throw fail('CODE_WRONG')
        await setPassword(db, account.id, hash)
        await endSessions(db, { user_id: account.id, reason: 'password', now })
        await app.events.publish(db, 'account.password_set', { user_id: account.id, by: 'owner' })
      })
    }
    await reset().catch(async (error: unknown) => {
      // The answer was lost, and it is sent once more: by this very code the account has this very password already.
      const isWrong = error instanceof Refusal && error.reason === 'CODE_WRONG'
      if (!isWrong || !(await wasJustUsed(db, typed)) || !(await ownerOf(app, address, password, caller))) throw error
    })
    return {}
  }

const logout =
  ({ db }: App): Handler<typeof accounts.logout> =>
  async (_, { user_id, session_id, now }) => {
    if (user_id !== null && session_id !== null)
      await endSessions(db, { user_id, id: session_id, reason: 'logout', now })
    return {}
  }

const devices =
  ({ db }: App): Handler<typeof accounts.devices> =>
  async (_, { user_id, session_id, now, language }) => {
    const sessions = await listSessions(db, user_id, now)
    const admin = say({ zh: '管理端', en: 'Admin' }, language)
    return sessions.map(({ id, audience, device, address, created_at, expires_at }) => ({
      id,
      name: [device, audience === 'admin' && admin].filter(Boolean).join(' · '),
      address,
      created_at: iso(created_at),
      expires_at: iso(expires_at),
      current: id === session_id,
    }))
  }

const roleTicket =
  ({ db, config }: App): Handler<typeof accounts.roleTicket> =>
  async ({ role }, caller) => {
    if (role === 'student' || !caller.roles.includes(role)) throw fail('ROLE')
    if (!(await mayGoOver(db, caller.session_id))) throw fail('STAFF_PASSWORD')
    const { ticket, expires_in } = await issueTicket(db, caller, role, caller.now)
    return {
      ticket,
      expires_in,
      url: handOffUrl(config.adminSiteUrl ?? `${config.baseUrl ?? config.basePath}${adminMount}`, ticket, role),
    }
  }
