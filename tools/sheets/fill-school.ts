import { setTimeout as sleep } from 'node:timers/promises'
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { registration } from '@tongchuang/contract/registration.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import type { Send } from '@tongchuang/contract/sender.ts'
import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { works } from '@tongchuang/contract/works.ts'
import type { School } from '../../e2e/start-school.ts'
import { fillNewer } from './newer-pages.ts'
import type { Newer } from './newer-pages.ts'

/** The number of rows in the lists of the person who looks. */
export type Rows = 0 | 1 | 500

/** A student and a staff member with a guild of their own, and what the guild contains. */
export type Cast = {
  rows: Rows
  studentToken: string
  staffToken: string
  guild: number
  task: number | null
  /** A task of the sample school that is under way, with everything a task can have. */
  sampleTask: { guild: number; task: number } | null
  work: number | null
  roster: number | null
  newer: Newer | null
}

const password = '绿豆芽要晒太阳9'
const guildName = '春晖中学二〇二六级高一年级校园植物与城市水系长期观察研究学习共同体联合实践公会暨暑期'
const title =
  '沿着学校门口的那条小河从上游走到下游，每隔一百米停下来记录水的颜色、气味、流速和岸边的植物，画成一张别人看得懂的地图，再写一段话说明你最意外的一个发现和你打算怎么接着查'
const day = 86_400_000

/** The longest names in the specification: 40 characters for a guild, 80 for a task. */
const longName = (rows: Rows): string => `${[...guildName].slice(0, 37).join('')}${String(rows).padStart(3, '0')}`
const longTitle = (at: number): string => `${String(at).padStart(3, '0')}${[...title].slice(0, 77).join('')}`

const makeGuild = (send: Send, rows: Rows) =>
  send(guildSettings.create, {
    name: longName(rows),
    hue: 'science',
    glyph: '河',
    intro: '每周三放学后在河边见。',
    join_policy: 'open',
  })

const makeDraft = async (send: Send, guild_id: number): Promise<number> => {
  const { id, base_version } = await send(taskEditing.create, { guild_id, title: longTitle(1) })
  await send(taskEditing.update, {
    id,
    base_version,
    content: '走之前把鞋带系好。\n\n1. 先画草图\n2. 再去走一遍\n3. 回来誊清',
    due_at: new Date(Date.now() + 3 * day).toISOString(),
  })
  return id
}

const workToShow = async (send: Send): Promise<number | null> =>
  (await send(works.list, { sort: 'new', limit: 1 })).list[0]?.id ?? null

/** A new teacher and student in a guild with one task, or with none. */
const fewRows = async (school: School, rows: 0 | 1): Promise<Cast> => {
  const admin = await school.asStaff('admin')
  const teacher = `sheets-teacher${rows}`
  const made = await admin(staffAdmin.create, { username: teacher, nickname: '许老师', roles: ['teacher'] })
  const first = await school.asStaff(teacher, made.password)
  await first(accountsAdmin.changePassword, { password: made.password, new_password: password })
  const send = await school.asStaff(teacher, password)
  const guild = await makeGuild(send, rows)
  const task = rows === 1 ? await makeDraft(send, guild.id) : null
  if (task) await send(taskEditing.publish, { id: task, now: true })
  const student = `sheets-student${rows}`
  await school.send(registration.userRegister, {
    username: student,
    password,
    invite: guild.invite_code,
    consent_version: 1,
  })
  if (task) await (await school.asStudent(student, password))(tasks.accept, { id: task })
  return {
    rows,
    studentToken: await school.studentToken(student, password),
    staffToken: await school.staffToken(teacher, password),
    guild: guild.id,
    task,
    sampleTask: null,
    work: null,
    roster: null,
    newer: null,
  }
}

/** Imports a list of `count` students into a guild; returns the id of the import. */
const importStudents = async (send: Send, guild_id: number, count: number): Promise<number> => {
  const lines = Array.from({ length: count }, (_, at) => `2099${String(at).padStart(4, '0')},欧阳思源${at},高一（3）班`)
  const { id } = await send(rosterAdmin.read, {
    guild_id,
    name: '名单.csv',
    text: ['学号,姓名,班级', ...lines].join('\n'),
  })
  const mapping = { student_no: 0, real_name: 1, class_name: 2, gender: null }
  await send(rosterAdmin.check, { id, has_header: true, mapping })
  await send(rosterAdmin.apply, { id, consent: true })
  for (let tries = 0; tries < 120; tries += 1) {
    if ((await send(rosterAdmin.get, { id })).state === 'applied') return id
    await sleep(1000)
  }
  throw new Error('the list of students was not taken in within two minutes')
}

/**
 * Copies a draft until there are `count` and publishes all. The work is shared among several senders because of the
 * rate limit per person.
 */
const multiply = async (senders: readonly Send[], draft: number, count: number): Promise<void> => {
  const numbers = Array.from({ length: count - 1 }, (_, at) => at + 2)
  const copied = await Promise.all(
    senders.map(async (send, who) => {
      const made: number[] = []
      for (const at of numbers.filter((number) => number % senders.length === who))
        made.push((await send(taskEditing.copy, { id: draft, title: longTitle(at) })).id)
      return made
    }),
  )
  const ids = [draft, ...copied.flat()]
  for (let at = 0; at < ids.length; at += 100)
    await senders[0]?.(taskListsAdmin.bulk, { ids: ids.slice(at, at + 100), act: 'publish' })
}

/** The sample school's own student and administrator, with an additional guild of that many tasks and students. */
const manyRows = async (school: School, rows: 500): Promise<Cast> => {
  const admin = await school.asStaff('admin')
  const student = await school.asStudent('student')
  const [doing] = (await student(tasks.listDoing, { limit: 1 })).list
  const guild = await makeGuild(admin, rows)
  const all = { can_review: true, can_moderate: true, can_admit: true, can_see_grades: true }
  const teachers = ['teacher', 'teacher2']
  for (const who of teachers)
    await admin(guildPeople.saveStaff, { guild_id: guild.id, who, role: 'teacher', title: '', ...all })
  const task = await makeDraft(admin, guild.id)
  await multiply([admin, ...(await Promise.all(teachers.map((who) => school.asStaff(who))))], task, rows)
  await student(guilds.join, { guild_id: guild.id })
  await student(tasks.accept, { id: task })
  return {
    rows,
    studentToken: await school.studentToken('student'),
    staffToken: await school.staffToken('admin'),
    guild: guild.id,
    task,
    sampleTask: doing ? { guild: doing.guild_id, task: doing.id } : null,
    work: await workToShow(student),
    roster: await importStudents(admin, guild.id, rows),
    newer: doing ? await fillNewer(school, admin, doing.guild_id, guild.id) : null,
  }
}

/** Fills the sample school with what the sheets show, over HTTP, as people would. */
export const fillSchool = async (school: School, rows: Rows): Promise<Cast> =>
  rows === 500 ? await manyRows(school, rows) : await fewRows(school, rows)
