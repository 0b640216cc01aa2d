import { fail, Refusal } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { invalid } from '../http/problem.ts'
import type { Person, RequestContext } from '../http/session.ts'
import { checkCode, codeMs, issueCode, useCode, wasJustUsed, type CodeEvent } from './codes.ts'
import { emailKey } from './keys.ts'
import { changedLetter, codeLetter, takenLetter } from './letters.ts'
import { knowsBrowser } from './log-in-store.ts'
import { asProven, browserHash, confirmOwner } from './login.ts'
import { maskEmail } from './rules.ts'
import { findByConfirmedEmail, setEmail } from './store.ts'

/** An email address as it is compared; refuses what is none. */
export const addressOf = (email: string): string => {
  const address = emailKey(email)
  if (!address) throw invalid('email', '邮箱地址不对', 'This is not an email address')
  return address
}

/**
 * What is to be mailed to an address that asks for a code: the code, word that it belongs to an account, or nothing.
 */
const purposeOf = (event: CodeEvent, isKnown: boolean): 'code' | 'taken' | 'nothing' => {
  if (event === 'resetpwd') return isKnown ? 'code' : 'nothing'
  return isKnown ? 'taken' : 'code'
}

// Nobody's, and out of date: the outbox drops it. Put in so that an address that belongs to no account takes as long as
// one that does.
const unsent = { to: '', user_id: 0, subject: '', text: '', good_until: 0 }

/** Mails a code to an address, or word that it belongs to an account; the answer tells neither from the other. */
export const mailCode = async (
  { db, mail, config, limits, settings }: App,
  email: string,
  event: CodeEvent,
  caller: RequestContext,
): Promise<{ wait_seconds: number }> => {
  const { now } = caller
  if (!mail.enabled) throw fail('NO_MAIL')
  const address = addressOf(email)
  const { site_name } = await settings()
  await db.transaction().execute(async (db) => {
    const owner = await findByConfirmedEmail(db, address)
    const purpose = purposeOf(event, owner !== undefined)
    // Looked up also where there is no account, so that both take the same time.
    const isKnown = await knowsBrowser(db, owner?.id ?? 0, browserHash(caller) ?? '')
    const code = await issueCode(db, limits, {
      address,
      event,
      secret: config.secret,
      asker: caller,
      now,
      isKnown,
      isSent: purpose === 'code',
    })
    const to = email.trim()
    const letters = {
      code: { to, ...codeLetter(site_name, event, code), good_until: now + codeMs },
      taken: { to, ...takenLetter(site_name) },
      nothing: unsent,
    }
    await mail.queue(db, letters[purpose])
  })
  return { wait_seconds: 60 }
}

type Contact = { password: string; email: string; code: string }

/**
 * Sets the address of one's own account, on either site: the password says who asks, the code that the address is
 * theirs. Repeating it changes nothing.
 */
export const changeContact = async (
  app: App,
  { password, email, code }: Contact,
  caller: Person,
): Promise<Record<string, never>> => {
  const { db, mail, config } = app
  if (!mail.enabled) throw fail('NO_MAIL')
  const { now } = caller
  const address = addressOf(email)
  const account = await confirmOwner(app, caller, password)
  const typed = { address, event: 'change', code, secret: config.secret, asker: caller, now } as const
  const { site_name } = await app.settings()
  const change = async () => {
    const id = await checkCode(db, typed)
    await asProven(db, account, async (db) => {
      await useCode(db, id, now)
      if (!(await setEmail(db, account.id, email))) throw fail('CODE_WRONG')
      await app.events.publish(db, 'account.email_set', { user_id: account.id, email: maskEmail(address) })
      if (account.email && account.email_confirmed)
        await mail.queue(db, { to: account.email, ...changedLetter(site_name, maskEmail(address)) })
    })
  }
  await change().catch(async (error: unknown) => {
    // The answer was lost, and it is sent once more: the address is theirs already, by this very code.
    const isWrong = error instanceof Refusal && error.reason === 'CODE_WRONG'
    const isTheirs = isWrong && (await findByConfirmedEmail(db, address))?.id === account.id
    if (!isTheirs || !(await wasJustUsed(db, typed))) throw error
  })
  return {}
}
