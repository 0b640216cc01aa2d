import { createHmac, timingSafeEqual } from 'node:crypto'
import { adminMount } from '@tongchuang/contract/paths.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { storedValue } from '../db/stored-json.ts'
import { schoolDay } from '../db/time.ts'
import { publicAddress } from '../public-address.ts'
import { lettersAt } from './letter-rules.ts'
import { letterOf } from './letter-texts.ts'
import { sentencesOf } from './sentences.ts'
import { addressOf, listMailable, noteDigest, takeForMail } from './settings-store.ts'

const atOnce = 200
const mostListed = 30

const macOf = (secret: string, user_id: number): string =>
  createHmac('sha256', `unsubscribe:${secret}`).update(String(user_id)).digest('base64url')

/**
 * A token that permits nothing but unsubscribing; it never expires, so the link works for as long as the letter is
 * kept.
 */
export const unsubscribeToken = (secret: string, user_id: number): string =>
  `${user_id.toString(36)}.${macOf(secret, user_id)}`

/** The user a token belongs to; null if it is not valid. */
export const readUnsubscribeToken = (secret: string, token: string): number | null => {
  const [, user = '', mac = ''] = /^([\da-z]{1,7})\.([\w-]{43})$/.exec(token) ?? []
  const user_id = Number.parseInt(user, 36)
  if (!Number.isSafeInteger(user_id)) return null
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, user_id))) ? user_id : null
}

const unsubscribeLink = (secret: string, site: string, user_id: number): string =>
  site === '' ? '' : `${site}/unsubscribe/${unsubscribeToken(secret, user_id)}`

type Whom = { user_id: number; audience: 'student' | 'staff' }

/** Sends a person what waits for them on one of the sites, as one letter. */
const sendTo = async (app: App, db: Db, whom: Whom, immediate: boolean): Promise<void> => {
  const { user_id } = whom
  const ofStaff = whom.audience === 'staff'
  const [person, settings] = [await addressOf(db, user_id), await app.settings()]
  const notices = await takeForMail(db, whom, immediate)
  if (!person?.email || notices.length === 0) return
  const reader = { language: person.locale, zone: settings.timezone }
  const site = publicAddress(app.config, settings)
  const base = ofStaff && site !== '' ? (app.config.adminSiteUrl ?? site + adminMount) : site
  const unsubscribe = unsubscribeLink(app.config.secret, site, user_id)
  const lines = notices
    .slice(0, mostListed)
    .map(({ kind, data, link }) => ({ ...sentencesOf(kind, storedValue(data), reader, { letter: true }), link }))
  const letter = letterOf({
    ...settings,
    language: person.locale,
    ofStaff,
    nickname: person.nickname,
    lines,
    more: notices.length - lines.length,
    base,
    unsubscribe,
  })
  await app.mail.queue(db, { to: person.email, user_id, ...letter, unsubscribe })
}

/**
 * Letters about what is in the box: at once for what cannot wait, once a day for the rest, and never about what was
 * read.
 */
export const registerLetterJobs = (app: App): void => {
  const { db, jobs, mail, log } = app
  if (!mail.enabled) return

  const each = async (user_ids: readonly number[], work: (db: Db, user_id: number) => Promise<void>): Promise<void> => {
    for (const user_id of user_ids) {
      try {
        await db.transaction().execute((db) => work(db, user_id))
      } catch (error) {
        log.error({ err: error, user_id }, 'a letter about notices could not be written')
      }
    }
  }

  jobs.every('messages.letters', 60, async (now) => {
    const { timezone: zone } = await app.settings()
    const { isNight, isEvening } = lettersAt(now, zone)
    // Staff get no letters at night; what came then is one letter in the morning.
    const audiences = isNight ? (['student'] as const) : (['student', 'staff'] as const)
    await each(await listMailable(db, { immediate: true, audiences }, atOnce), async (db, user_id) => {
      for (const audience of audiences) await sendTo(app, db, { user_id, audience }, true)
    })
    if (!isEvening) return
    const day = schoolDay(now, zone)
    await each(await listMailable(db, { immediate: false, day }, atOnce), async (db, user_id) => {
      if (!(await noteDigest(db, user_id, day))) return
      for (const audience of ['student', 'staff'] as const) await sendTo(app, db, { user_id, audience }, false)
    })
  })
}
