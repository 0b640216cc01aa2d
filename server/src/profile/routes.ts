import { dayLater } from '@tongchuang/contract/rules/days.ts'
import type { Input } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { headCode, headFrom, headMark } from '@tongchuang/contract/heads.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { maskEmail, maskMobile, roleList, roleName } from '../accounts/rules.ts'
import { updatePerson, type PersonChanges } from '../accounts/store.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { iso, schoolDay } from '../db/time.ts'
import { holdFileOf } from '../files/store.ts'
import { implement } from '../http/implement.ts'
import { say } from '../http/language.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { experienceBefore } from '../ledger/store.ts'
import { levelFrom, levelOf, toNextLevel } from '../ledger/rules.ts'
import { changeNoticeSettings } from '../messages/settings-store.ts'
import { noteStale } from '../rankings/counters-store.ts'
import { fileLink } from '../storage/file-links.ts'
import type { Viewer } from '../tasks/student/cards.ts'
import { openedBy } from '../tasks/student/opened.ts'
import { growthCalls } from './growth.ts'
import { daysLookedAt, mayBeWebsite, propertiesOf } from './rules.ts'
import { findProfile } from './store.ts'

const seconds = (ms: number): number => Math.floor(ms / 1000)

/** The id of the image chosen as a profile picture: one of the person's own finished uploads, or null for none. */
const pictureOf = async (db: Db, user_id: number, file_id: number): Promise<number | null> => {
  if (file_id === 0) return null
  const image = await holdFileOf(db, user_id, file_id)
  if (image?.kind !== 'image') throw fail('FILE')
  return image.id
}

/** The stored form of a composed head; empty for no parts. Refuses parts that do not exist. */
const headWanted = (numbers: readonly number[]): string => {
  if (numbers.length === 0) return ''
  const head = headFrom(numbers)
  if (!head) throw invalid('head', '没有这样的形象', 'There is no such head')
  return headCode(head)
}

/** Maps the fields of the form to columns; this list is all a person may change here. */
const changesOf = async (
  db: Db,
  user_id: number,
  form: Omit<Input<typeof profile.update>, 'notices' | 'introduction_was'>,
): Promise<PersonChanges> => {
  const {
    avatar,
    head,
    locationName: location_name,
    jobName: job_name,
    personalWebsite: personal_website,
    ...same
  } = form
  if (personal_website !== undefined && !mayBeWebsite(personal_website))
    throw invalid('personalWebsite', '个人网站应以http://或https://开头', 'A website starts with http:// or https://')
  return {
    ...same,
    location_name,
    job_name,
    personal_website,
    avatar_file_id: avatar === undefined ? undefined : await pictureOf(db, user_id, avatar),
    head: head === undefined ? undefined : headWanted(head),
  }
}

/** One statement cannot write a row twice, so the last setting of a topic counts. */
const onePerTopic = <T extends { topic: string }>(settings: readonly T[]): T[] => [
  ...new Map(settings.map((setting) => [setting.topic, setting])).values(),
]

/** One's own profile. */
export const profileRoutes = (app: App): void => {
  const { db } = app
  growthCalls(app)

  /** The tasks that the levels reached today have opened; there may be several levels in one day. */
  const openedToday = async (viewer: Viewer, level: number) => {
    const { user_id, now, zone, levels } = viewer
    const before = await experienceBefore(db, user_id, schoolDay(now, zone))
    return before === undefined ? [] : openedBy(db, viewer, { above: levelOf(before, levels), upTo: level })
  }

  // A session of the student site acts in all roles, so the caller's roles are complete.
  const show = async ({ user_id, session_id, roles, now, language }: Person) => {
    const { timezone, levels, school_kind } = await app.settings()
    const first_day = dayLater(schoolDay(now, timezone), 1 - daysLookedAt)
    const person = orNotFound(await findProfile(db, { user_id, session_id, first_day }))
    const experience = person.experience ?? 0
    const level = levelOf(experience, levels)
    const mobile = maskMobile(person.mobile)
    const { level_reached, level_reached_at } = person
    const today = schoolDay(now, timezone)
    const isNew =
      level_reached === level && level_reached_at !== null && schoolDay(level_reached_at, timezone) === today
    const opened = isNew ? await openedToday({ user_id, now, zone: timezone, levels }, level) : []
    return {
      ...person,
      user_id,
      avatar: person.avatar_file_id
        ? fileLink(app.config, person.avatar_file_id, 'thumb', user_id, now)
        : person.head && headMark + person.head,
      jobName: person.job_name,
      organizationName: person.organization_name,
      locationName: person.location_name,
      email: maskEmail(person.email),
      personalWebsite: person.personal_website,
      phone: mobile,
      mobile,
      registrationDate: iso(person.created_at),
      accountId: person.username,
      certification: person.email_confirmed,
      role: roleName(roles),
      roleList: roleList(roles),
      level,
      level_name: levels[level - 1] ? say(levels[level - 1]!, language) : '',
      level_from: levelFrom(experience, levels),
      to_next_level: toNextLevel(experience, levels),
      opened: opened.slice(0, 20),
      score: person.score ?? 0,
      experience,
      group_id: 1,
      createtime: seconds(person.session_began),
      expiretime: seconds(person.expires_at),
      expires_in: seconds(person.expires_at - now),
      propertyList: propertiesOf(person),
      student_no: person.student_no ?? '',
      nickname_given: Boolean(person.nickname_given) && school_kind === 'minors',
      unread: person.unread ?? 0,
    }
  }

  implement(app, profile, {
    get: (_, caller) => show(caller),

    update: async (form, caller) => {
      const { notices, introduction_was, ...fields } = form
      await db.transaction().execute(async (db) => {
        const changes = await changesOf(db, caller.user_id, fields)
        if (!(await updatePerson(db, caller.user_id, changes, introduction_was))) throw fail('CHANGED')
        if (notices) await changeNoticeSettings(db, caller.user_id, onePerTopic(notices))
        if (changes.ranking_visibility !== undefined) await noteStale(db, [caller.user_id])
      })
      return show(caller)
    },
  })
}
