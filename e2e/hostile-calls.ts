import { bannersAdmin } from '@tongchuang/contract/banners.admin.ts'
import { catalog } from '@tongchuang/contract/catalog.ts'
import { criteriaSetsAdmin } from '@tongchuang/contract/criteria-sets.admin.ts'
import { feedbackAdmin } from '@tongchuang/contract/feedback.admin.ts'
import { feedback } from '@tongchuang/contract/feedback.ts'
import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { categoriesAdmin } from '@tongchuang/contract/categories.admin.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { invitationsAdmin } from '@tongchuang/contract/invitations.admin.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { privacyAdmin } from '@tongchuang/contract/privacy.admin.ts'
import { privacy } from '@tongchuang/contract/privacy.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { robotsAdmin } from '@tongchuang/contract/robots.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { settingsAdmin } from '@tongchuang/contract/settings.admin.ts'
import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import { taskListsAdmin, termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { samplePassword, type School } from './start-school.ts'
import { castOf, type Cast } from './hostile-cast.ts'
import { typeAllowances, typeReviews, typeTalk, typeTasks, typeWorks, type Typed } from './hostile-work.ts'

/** The page whose notices are opened. */
export const notices = '/square/mycenter?notices'

/**
 * Fills the texts of a guild: its name and announcements, its staff, and feedback about them; returns a roster import
 * that was read.
 */
const typeGuild = async (cast: Cast, { copied }: Typed): Promise<{ id: number }> => {
  const { school, typing, say, teacher, admin, student, mate, guild_id } = cast
  await say(teacher, guildPeople.saveStaff, {
    guild_id,
    who: 'ta',
    role: 'assistant',
    can_review: true,
    can_moderate: true,
    can_admit: true,
    can_see_grades: true,
  })
  const assistant = await school.asStaff('ta')
  for (const { id } of await assistant(invitationsAdmin.own))
    await assistant(invitationsAdmin.answer, { id, accept: true })
  const inside = await student(catalog.classDetail, { guild_id })
  await say(
    student,
    feedback.commentAssistant,
    ...inside.staff.filter(({ role }) => role === 'assistant').map(({ assistant_id }) => ({ assistant_id })),
  )
  const told = (await admin(feedbackAdmin.list, { guild_id })).list
  await say(admin, feedbackAdmin.unseal, ...told.map(({ id }) => ({ id })))
  const announced = await say(teacher, announcementsAdmin.save, { guild_id, takes_replies: true })
  await say(student, guilds.replyToAnnouncement, { guild_id, id: announced.id })
  await say(teacher, taskListsAdmin.saveChapter, { guild_id })
  // A table is split into columns at these signs, so a text containing them would become several cells.
  const list = typing.wordsFor('POST /api/admin/roster/read text', 400, (text) => !/[;,\t]/.test(text))
  const roster = await say(teacher, rosterAdmin.read, { guild_id, text: list })
  const { base_version } = await teacher(guildSettings.detail, { guild_id })
  await say(teacher, guildSettings.update, { guild_id, base_version })
  await say(teacher, guildSettings.create, { hue: 'art', join_policy: 'approval' })
  await say(teacher, termsAdmin.copyGuild, { guild_id, days: 180 })
  await say(mate, tasks.abort, { id: copied.id })
  return roster
}

/** Fills the requests to join and to be deleted, and the corrections of the administrator. */
const typePeople = async ({ school, say, admin, student, students }: Cast): Promise<void> => {
  const { list: joinable } = await student(catalog.guilds, { scope: 'joinable', limit: 100 })
  await say(
    student,
    guilds.join,
    ...joinable.filter(({ join_policy }) => join_policy === 'approval').map(({ id }) => ({ guild_id: id })),
  )
  for (const name of ['s030', 's031'])
    await say(await school.asStudent(name), privacy.askDeletion, { action: 'ask', password: samplePassword })
  const leaving = (await admin(privacyAdmin.list, { status: 'open' })).list
  await say(admin, privacyAdmin.refuse, ...leaving.slice(1).map(({ user_id }) => ({ user_id })))
  await say(admin, peopleAdmin.correct, ...students.map(({ id }) => ({ user_id: id })))
}

/** Fills the texts that belong to the whole school. */
const typeSchool = async ({ say, admin }: Cast): Promise<void> => {
  await say(admin, staffAdmin.create, { username: 'newcomer', roles: ['teacher'] })
  await say(admin, bannersAdmin.save, {
    image_file_id: null,
    art: 'kite',
    guild_id: null,
    begin_at: null,
    end_at: null,
    visible: true,
  })
  await say(admin, categoriesAdmin.save, { hue: 'art', visible: true })
  const { settings, versions } = await admin(settingsAdmin.read, {})
  await say(admin, settingsAdmin.change, {
    settings: {
      site_name: '',
      consent: { ...settings.consent, zh: '', en: '' },
      terms: settings.terms.map((term) => ({ ...term, name: '' })),
      levels: settings.levels.map((level) => ({ ...level, zh: '', en: '' })),
    },
    versions: {
      site_name: versions.site_name,
      consent: versions.consent,
      terms: versions.terms,
      levels: versions.levels,
    },
  })
}

/** Fills the name of a robot’s group. */
const typeRobots = ({ say, teacher, guild_id }: Cast) =>
  say(teacher, robotsAdmin.save, {
    ...{ guild_id, kind: 'dingtalk', events: ['announcement'], titles: true, language: 'zh-CN' },
    ...{ quiet_from: 0, quiet_until: 0, secret_address: 'https://oapi.dingtalk.com/robot/send?access_token=none' },
  })

/** Fills saved criteria. */
const typeCriteria = async ({ say, teacher }: Cast): Promise<void> => {
  const kept = await say(teacher, criteriaSetsAdmin.create, { guild_id: null, criteria: [{ level_words: ['', ''] }] })
  await say(teacher, criteriaSetsAdmin.update, { id: kept['id'] })
}

/**
 * Types hostile texts into every call of a sample school that takes words; answers the pages that show some of them,
 * and the typing.
 */
export const typeEverywhere = async (school: School) => {
  const cast = await castOf(school)
  const { typing, say, student, guild_id } = cast
  // Texts typed first are repeated by what follows: messages, records, lists.
  await say(student, profile.update, {})
  const typed = await typeTasks(cast)
  const works = await typeWorks(cast, typed)
  await typeReviews(cast, typed, works)
  await typeAllowances(cast, works)
  await typeTalk(cast, typed)
  const roster = await typeGuild(cast, typed)
  await typePeople(cast)
  await typeSchool(cast)
  await typeRobots(cast)
  await typeCriteria(cast)
  const { made } = typed
  const { first, second, asking } = works
  const excused = (await student(tasks.listByGuild, { limit: 100 })).list.find(({ state }) => state === 'excused')
  const waiting = (await student(catalog.guilds, { limit: 100 })).list.find(({ my_status }) => my_status === 'pending')
  return {
    typing,
    guild_id,
    student: [
      paths.guild({ id: guild_id }),
      `/square/task_detail/${guild_id}?task=${made.id}`,
      `/works/index?work=${first.submit_id}`,
      `/works/index?certificate=${first.submit_id}`,
      `/square/task_detail/${excused?.guild_id}?task=${excused?.id}`,
      '/square/mycenter?tab=submitted',
      '/square/mycenter?tab=reviewed',
      notices,
    ],
    teacher: [
      `/admin/tasks/${made.id}`,
      `/admin/review?state=all&work=${second.submit_id}`,
      `/admin/review?state=all&work=${asking.submit_id}`,
      `/admin/people/import?id=${roster.id}`,
      `/admin/moderation/feedback?guild=${guild_id}`,
      `/admin/moderation/works?guild=${guild_id}`,
      `/admin/moderation/posts?guild=${guild_id}&show=hidden`,
    ],
    admin: [
      `/admin/guilds/${waiting?.id}/requests`,
      '/admin/review/requests?tab=extensions&show=all',
      '/admin/moderation/reports?show=decided',
    ],
  }
}
