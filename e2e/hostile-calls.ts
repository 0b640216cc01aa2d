import { bannersAdmin } from '@tongchuang/contract/banners.admin.ts'
import type { Call } from '@tongchuang/contract/call.ts'
import { catalog } from '@tongchuang/contract/catalog.ts'
import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { feedbackAdmin } from '@tongchuang/contract/feedback.admin.ts'
import { feedback } from '@tongchuang/contract/feedback.ts'
import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { categoriesAdmin } from '@tongchuang/contract/categories.admin.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { invitationsAdmin } from '@tongchuang/contract/invitations.admin.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { privacyAdmin } from '@tongchuang/contract/privacy.admin.ts'
import { privacy } from '@tongchuang/contract/privacy.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { CallFailed, type Send } from '@tongchuang/contract/sender.ts'
import { settingsAdmin } from '@tongchuang/contract/settings.admin.ts'
import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskListsAdmin, termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { newTyping } from './hostile-typing.ts'
import { samplePassword, type School } from './start-school.ts'
import { sendFile, fileName } from './hostile-places.ts'

/** The page whose notices are opened. */
export const notices = '/square/mycenter?notices'

const day = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString()

/** Types hostile texts into every call of a sample school that takes words; answers the pages that show some of them, and the typing. */
export const typeEverywhere = async (school: School) => {
  const typing = newTyping()
  const [teacher, admin, student] = [
    await school.asStaff('teacher'),
    await school.asStaff('admin'),
    await school.asStudent('student'),
  ]

  /** Makes a call with the first of what is given that it takes. */
  const say = async (send: Send, call: Call, ...given: Record<string, unknown>[]): Promise<Record<string, unknown>> => {
    let refused: unknown = new Error(`the sample school has nothing for ${call.path}`)
    for (const one of given) {
      try {
        return (await send(call, typing.typedInto(call, one) as never)) as Record<string, unknown>
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error
        refused = new Error(`${call.path} ${JSON.stringify(one)}: ${error.reason} ${error.message}`)
      }
    }
    throw refused
  }

  const mine = (await student(tasks.listByGuild, { limit: 100 })).list
  const shared = (await teacher(guildSettings.list, { limit: 100 })).list.find(({ id }) =>
    mine.some(({ guild_id }) => guild_id === id),
  )
  const students = (await admin(peopleAdmin.list, { ...(shared && { guild_id: shared.id }), limit: 100 })).list
  const [classmate, another] = students.filter(({ username }) => username !== 'student')
  if (!shared || !classmate || !another)
    throw new Error('the sample school has no guild of its first teacher with its first student and two mates')
  const [mate, third] = [await school.asStudent(classmate.username), await school.asStudent(another.username)]
  const guild_id = shared.id
  const inState = (...states: string[]) => mine.filter(({ state }) => states.includes(state))

  // What is typed in first is taken along by what follows: messages, records, lists.
  await say(student, profile.update, {})
  const made = (await say(teacher, taskEditing.create, { guild_id })) as { id: number; base_version: number }
  await say(teacher, taskEditing.update, {
    id: made.id,
    base_version: made.base_version,
    criteria: [{ weight: 60 }, { weight: 40 }],
    questions: [
      { id: 'one', kind: 'text', required: false },
      { id: 'two', kind: 'many', options: ['', '乙'], required: false },
    ],
    open_at: null,
    due_at: inDays(3),
    close_at: inDays(5),
    needs_review: true,
    needs_text: true,
  })
  const copied = (await say(teacher, taskEditing.copy, { id: made.id })) as { id: number; base_version: number }
  await teacher(taskEditing.update, {
    id: copied.id,
    base_version: copied.base_version,
    open_at: null,
    due_at: inDays(3),
    close_at: inDays(5),
  })
  for (const { id } of [made, copied]) await teacher(taskEditing.publish, { id, now: true })
  const asked = await teacher(taskEditing.form, { id: made.id })
  await student(tasks.accept, { id: made.id })
  for (const send of [mate, third]) for (const { id } of [made, copied]) await send(tasks.accept, { id })
  const options = asked.questions.find(({ id }) => id === 'two')?.options ?? []
  const files = [
    await sendFile(
      school,
      classmate.username,
      typing.wordsFor(fileName, 60, (text) => !/[/\\]/.test(text)),
    ),
  ]
  const handed = (send: Send, share: string, files: number[] = []) =>
    say(send, submissions.submit, {
      task_id: made.id,
      key: crypto.randomUUID(),
      links: [''],
      answers: { one: '', two: options },
      share,
      files,
    })
  const first = (await handed(student, 'site')) as { submit_id: number }
  const second = (await handed(mate, 'site', files)) as { submit_id: number }
  const before = await admin(settingsAdmin.read, {})
  await admin(settingsAdmin.change, {
    settings: { share_approval: true },
    versions: { share_approval: before.versions.share_approval },
  })
  const asking = (await handed(third, 'site')) as { submit_id: number }
  await say(
    student,
    submissions.submit,
    ...inState('doing').map(({ id }) => ({ task_id: id, draft: true, links: [''], base_version: 0 })),
    ...inState('doing').map(({ id }) => ({ task_id: id, draft: true, base_version: 1, links: [''] })),
  )

  const marks = [{ version: 1 }]
  for (const { submit_id } of [first, second, asking]) await teacher(reviewsAdmin.open, { submit_id })
  await say(teacher, reviewToolsAdmin.saveDraft, { submit_id: second.submit_id, base_version: 0, marks })
  await say(teacher, reviewsAdmin.decide, {
    submit_id: first.submit_id,
    decision: 'pass',
    score: 70,
    marks,
    hold: false,
  })
  await say(student, reviews.appeal, { submit_id: first.submit_id })
  const waits = (await teacher(reviewsAdmin.appeals, { guild_id, status: 'open' })).list
  await say(
    teacher,
    reviewsAdmin.answerAppeal,
    ...waits.filter(({ submit_id }) => submit_id === first.submit_id).map(({ id }) => ({ id, outcome: 'keep' })),
  )
  const late = (await say(
    student,
    reviews.askExtension,
    ...inState('doing', 'returned').map(({ id }) => ({ task_id: id, wanted_until: inDays(9) })),
  )) as {
    id: number
  }
  await say(admin, reviewsAdmin.answerExtension, { id: late.id, grant: false })
  await say(third, reviews.askExtension, { task_id: copied.id, wanted_until: inDays(9) })
  await teacher(reviewsAdmin.decide, { submit_id: asking.submit_id, decision: 'pass', score: 90, hold: false })
  await say(teacher, reviewToolsAdmin.correct, { submit_id: asking.submit_id, score: 66 })
  const comment = (await say(teacher, reviewToolsAdmin.addComment, { guild_id })) as { id: number }
  await say(teacher, reviewToolsAdmin.changeComment, { id: comment.id })

  const { id: user_id } = await student(profile.get)
  const of = inState('returned', 'passed', 'doing', 'expired').map(({ id }) => ({ task_id: id, user_ids: [user_id] }))
  await say(admin, tasksAdmin.reopen, ...of.map((one) => ({ ...one, due_at: inDays(8) })))
  await say(admin, tasksAdmin.extend, ...of.map((one) => ({ ...one, until: inDays(8) })))
  await say(admin, tasksAdmin.excuse, ...of.toReversed())
  await say(teacher, worksAdmin.answerShare, { submit_id: asking.submit_id, grant: false })
  await say(teacher, worksAdmin.pick, { submit_id: first.submit_id })
  const shown = (await teacher(worksAdmin.list, { guild_id, show: 'shared', limit: 100 })).list
  await say(
    teacher,
    worksAdmin.hide,
    ...shown.filter(({ submit_id }) => submit_id !== first.submit_id).map(({ submit_id }) => ({ submit_id })),
  )

  const post = (await say(student, discussions.create, { task_id: made.id })) as { id: number }
  await say(student, discussions.edit, { discussion_id: post.id })
  const other = (await say(mate, discussions.create, { task_id: made.id })) as { id: number }
  const bad = (await say(student, discussions.create, { task_id: made.id, parent_id: other.id })) as { id: number }
  await say(student, discussions.report, { target: 'discussion', id: other.id, reason: 'other' })
  await say(mate, discussions.report, { target: 'discussion', id: bad.id, reason: 'other' })
  await say(teacher, discussionsAdmin.reply, { task_id: made.id, parent_id: post.id })
  const reports = (await teacher(discussionsAdmin.reports, { guild_id })).list as { id: number; target_id?: number }[]
  await say(teacher, discussionsAdmin.decide, ...reports.slice(1).map(({ id }) => ({ id, decision: 'hide' })))
  const rude = (await say(third, discussions.create, { task_id: made.id })) as { id: number }
  await say(teacher, discussionsAdmin.hide, { discussion_id: rude.id })

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
  await say(teacher, announcementsAdmin.save, { guild_id })
  await say(teacher, taskListsAdmin.saveChapter, { guild_id })
  const roster = (await say(teacher, rosterAdmin.read, { guild_id })) as { id: number }
  const { base_version } = await teacher(guildSettings.detail, { guild_id })
  await say(teacher, guildSettings.update, { guild_id, base_version })
  await say(teacher, guildSettings.create, { hue: 'art', join_policy: 'approval' })
  await say(teacher, termsAdmin.copyGuild, { guild_id, days: 180 })
  await say(mate, tasks.abort, { id: copied.id })

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
  const excused = (await student(tasks.listByGuild, { limit: 100 })).list.find(({ state }) => state === 'excused')
  const waiting = (await student(catalog.guilds, { limit: 100 })).list.find(({ my_status }) => my_status === 'pending')
  return {
    typing,
    guild_id,
    student: [
      `/square/task_detail/${guild_id}?task=${made.id}`,
      `/works/index?work=${first.submit_id}`,
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
