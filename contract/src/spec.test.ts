import { expect, test } from 'vitest'
import { accounts } from './accounts.ts'
import { banners } from './banners.ts'
import type { Call, Calls } from './call.ts'
import { studentTask } from './student-task.ts'
import { catalog } from './catalog.ts'
import { discussions } from './discussions.ts'
import { feedback } from './feedback.ts'
import { guilds } from './guilds.ts'
import { profile } from './profile.ts'
import { rankings } from './rankings.ts'
import { registration } from './registration.ts'
import { reviews } from './reviews.ts'
import { submissions } from './submissions.ts'
import { tasks } from './tasks.ts'
import { works } from './works.ts'

const groups: readonly Calls[] = [
  accounts,
  registration,
  profile,
  guilds,
  catalog,
  banners,
  tasks,
  studentTask,
  submissions,
  reviews,
  works,
  rankings,
  discussions,
  feedback,
]
const calls: readonly Call[] = groups.flatMap((group) => Object.values(group))

/** The call table of specification section 7, row by row. */
const specified = [
  'POST /api/user/login',
  'POST /api/user/userRegister',
  'POST /api/user/register',
  'POST /api/user/send_verification_code',
  'POST /api/user/logout',
  'POST /api/user/menu',
  'POST /api/student/getUserInfo',
  'POST /api/student/update_user_info',
  'POST /api/index/getGonHuiCate',
  'POST /api/index/getBanner',
  'GET /api/guild/guilds_by_student',
  'GET /api/guild/guild_by_id',
  'GET /api/guild/guild_names_by_student',
  'POST /api/student/join_guild',
  'GET /api/student/getClassDetail',
  'GET /api/student/tasks_by_guild_id',
  'GET /api/student/doing_tasks_by_guild_id',
  'GET /api/student/tasks_menu',
  'GET /api/student/task_by_id',
  'PUT /api/student/accept_task',
  'PUT /api/student/abort_task',
  'POST /api/student/tasks_submit',
  'GET /api/student/task_discussions',
  'POST /api/student/createDiscussion',
  'POST /api/student/likeDiscussion',
  'POST /api/student/unlikeDiscussion',
  'POST /api/student/commentAssistant',
  'POST /api/student/getExecllentStudentList',
  'POST /api/student/getWorkHardStudentList',
  'GET /api/submit/submits_for_student',
  'GET /api/submit/submits_for_me',
  'GET /api/submit/submit',
  'POST /api/submit/submit_like',
  'POST /api/submit/get_submit_like',
] as const

const names = calls.map(({ method, path }) => `${method} ${path}`)

test('the specification has 34 calls', () => {
  expect(specified.length).toBe(34)
})

test.each(specified)('%s is in the contract, once', (row) => {
  expect(names.filter((name) => name === row)).toHaveLength(1)
})

test('parameters that the specification names are taken', () => {
  const fieldsOf = (path: string): string[] => {
    const input = calls.find((call) => call.path === path)?.input as { properties?: object } | undefined
    return Object.keys(input?.properties ?? {})
  }
  expect(fieldsOf('/api/guild/guild_by_id')).toContain('guild_id')
  expect(fieldsOf('/api/student/join_guild')).toContain('guild_id')
  expect(fieldsOf('/api/student/getClassDetail')).toContain('guild_id')
  expect(fieldsOf('/api/student/tasks_by_guild_id')).toEqual(expect.arrayContaining(['guild_id', 'type']))
  expect(fieldsOf('/api/student/tasks_menu')).toEqual(expect.arrayContaining(['guild_id', 'type']))
  expect(fieldsOf('/api/student/doing_tasks_by_guild_id')).toContain('guild_id')
  for (const path of ['/api/student/task_by_id', '/api/student/accept_task', '/api/student/abort_task'])
    expect(fieldsOf(path)).toContain('id')
  expect(fieldsOf('/api/student/task_discussions')).toContain('task_id')
  expect(fieldsOf('/api/student/createDiscussion')).toEqual(expect.arrayContaining(['task_id', 'content']))
  for (const path of ['/api/student/likeDiscussion', '/api/student/unlikeDiscussion'])
    expect(fieldsOf(path)).toContain('discussion_id')
  expect(fieldsOf('/api/student/commentAssistant')).toEqual(expect.arrayContaining(['assistant_id', 'comment']))
  expect(fieldsOf('/api/user/register')).toEqual(
    expect.arrayContaining(['username', 'password', 'email', 'mobile', 'code']),
  )
})
