import type { Input } from '@tongchuang/contract/call.ts'
import { fail, Refusal } from '@tongchuang/contract/errors.ts'
import { registration } from '@tongchuang/contract/registration.ts'
import { checkCode, useCode } from '../accounts/codes.ts'
import { byPassword, openStudentSession } from '../accounts/login.ts'
import { registeredJustNow } from '../accounts/once-more.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { emailKey, mobileKey } from '../accounts/keys.ts'
import { mayBeUsername } from '../accounts/rules.ts'
import { createUser, isTaken, type Account } from '../accounts/store.ts'
import { isWeakPassword } from '../accounts/weak-passwords.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { readInviteCode } from '../guilds/invite-code.ts'
import { entryOf } from '../guilds/rules.ts'
import { admitMember, findGuildByInvite, findMembership } from '../guilds/store.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import type { Visitor } from '../http/session.ts'
import type { SiteSettings } from '../settings.ts'

type Form = Pick<
  Input<typeof registration.userRegister>,
  'username' | 'password' | 'nickname' | 'email' | 'mobile' | 'consent_version'
>

/** The checks shared by both ways to register, cheapest first; refuses with the first reason found. */
const checkForm = async (db: Db, form: Form, { consent, site_name }: SiteSettings) => {
  const { username, password, consent_version } = form
  if (consent_version !== undefined && consent_version !== consent.version) throw fail('CONSENT')
  if (!mayBeUsername(username)) throw fail('NAME_RULE')
  if (isWeakPassword(password, [username, site_name])) throw fail('WEAK_PASSWORD')
  const email = form.email?.trim() || null
  if (email && !emailKey(email)) throw invalid('email', '邮箱地址不对', 'This is not an email address')
  const mobile = form.mobile?.trim() ? mobileKey(form.mobile.trim()) : null
  if (form.mobile?.trim() && !mobile) throw invalid('mobile', '手机号不对', 'This is not a mobile number')
  if (await isTaken(db, username)) throw fail('NAME_TAKEN')
  return { email, mobile }
}

type Contact = Awaited<ReturnType<typeof checkForm>> & { email_confirmed: boolean; password_hash: string }

/** Creates the account and a session for it, in the caller's transaction. */
const enter = async (app: App, db: Db, form: Form, contact: Contact, caller: Visitor) => {
  const { username, nickname, consent_version = 0 } = form
  const { now, language: locale } = caller
  const consent_at = consent_version > 0 ? now : null
  const user = await createUser(db, {
    username,
    nickname,
    ...contact,
    locale,
    consent_version,
    consent_at,
    created_at: now,
    last_login_at: now,
    roles: ['student'],
  })
  if (!user) throw fail((await isTaken(db, username)) ? 'NAME_TAKEN' : 'CODE_WRONG')
  return {
    user,
    userinfo: await openStudentSession(
      app,
      { ...user, mobile: contact.mobile, avatar_file_id: null, head: '' },
      caller,
      { refusal: 'CREDENTIALS' },
      db,
    ),
  }
}

/** The guild a form's invite code leads to; null where none is needed and none was given. */
const guildOf = async (db: Db, typed: string, isOpen: boolean) => {
  const code = readInviteCode(typed)
  if (code === '' && isOpen) return null
  const guild = await findGuildByInvite(db, code)
  if (!guild) throw fail('INVITE')
  const entry = entryOf({ ...guild, code: 'right' })
  if (typeof entry === 'object') throw fail(entry.refused)
  if (guild.capacity !== null && guild.member_count >= guild.capacity) throw fail('FULL')
  return guild
}

/**
 * The account of the same registration a moment ago, whose answer was lost; throws why this one is refused where there
 * is none.
 */
const sentBefore = async (app: App, form: Form, caller: Visitor, refused: unknown): Promise<Account> => {
  const mayBe = refused instanceof Refusal && (refused.reason === 'NAME_TAKEN' || refused.reason === 'CODE_WRONG')
  const account = mayBe ? await registeredJustNow(app, form, caller) : null
  if (!account) throw refused
  return account
}

const byCode = async (app: App, form: Input<typeof registration.register>, caller: Visitor) => {
  const settings = await app.settings()
  if (!settings.doors.code || !app.mail.enabled) throw fail('CLOSED_DOOR')
  const { email, mobile } = await checkForm(app.db, form, settings)
  if (!email) throw mobile ? fail('NO_SMS') : invalid('email', '请填写邮箱', 'Fill in an email address')
  const asked = {
    address: emailKey(email)!,
    event: 'register' as const,
    secret: app.config.secret,
    asker: caller,
    now: caller.now,
  }
  const code_id = await checkCode(app.db, { ...asked, code: form.code })
  const password_hash = await hashPassword(form.password)
  return app.db.transaction().execute(async (db) => {
    await useCode(db, code_id, caller.now)
    const { userinfo } = await enter(app, db, form, { email, mobile, email_confirmed: true, password_hash }, caller)
    return { userinfo }
  })
}

const byInvite = async (app: App, form: Input<typeof registration.userRegister>, caller: Visitor) => {
  const settings = await app.settings()
  if (!settings.doors.invite) throw fail('CLOSED_DOOR')
  const contact = await checkForm(app.db, form, settings)
  const guild = await guildOf(app.db, form.invite ?? '', settings.registration_open)
  const password_hash = await hashPassword(form.password)
  return app.db.transaction().execute(async (db) => {
    const { user, userinfo } = await enter(app, db, form, { ...contact, email_confirmed: false, password_hash }, caller)
    if (guild)
      await admitMember(db, app.events, { guild_id: guild.id, user_id: user.id, origin: 'own', now: caller.now })
    return { userinfo, guild_id: guild?.id ?? null }
  })
}

/** Registration by invite code or by mailed code. Sent once more by the same browser, it gives its answer again. */
export const registrationRoutes = (app: App): void => {
  const logIn = (account: Account, caller: Visitor) => openStudentSession(app, account, caller, byPassword(account))

  implement(app, registration, {
    register: (form, caller) =>
      byCode(app, form, caller).catch(async (refused: unknown) => {
        const account = await sentBefore(app, form, caller, refused)
        const isSame = account.email_confirmed && emailKey(account.email ?? '') === emailKey(form.email ?? '')
        if (!isSame) throw refused
        return { userinfo: await logIn(account, caller) }
      }),

    userRegister: (form, caller) =>
      byInvite(app, form, caller).catch(async (refused: unknown) => {
        const account = await sentBefore(app, form, caller, refused)
        const code = readInviteCode(form.invite ?? '')
        const guild = code === '' ? null : await findGuildByInvite(app.db, code)
        const member = guild && (await findMembership(app.db, guild.id, account.id))
        if (code !== '' && member?.status !== 'member') throw refused
        return { userinfo: await logIn(account, caller), guild_id: guild?.id ?? null }
      }),
  })
}
