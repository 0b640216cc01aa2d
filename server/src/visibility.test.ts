import type { Call } from '@tongchuang/contract/call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSession, aUser } from './accounts/factory.ts'
import { aFile } from './files/factory.ts'
import { aPost } from './discussions/factory.ts'
import { aFeedback } from './feedback/factory.ts'
import { aGuild, aMember } from './guilds/factory.ts'
import { servedCalls } from './http/all-calls.ts'
import { branchesOf, type JsonSchema } from './http/json-schema.ts'
import { audienceOf } from './http/session.ts'
import { aSubmission } from './submissions/factory.ts'
import { anEnrolment, aTask } from './tasks/factory.ts'
import { testApp, type School } from './testing/test-app.ts'

/** No row has it. */
const absent = 2 ** 31 - 1

let school: School
let people: Record<'student' | 'teacher', string>
let expired: Record<'student' | 'teacher', string>
/** What belongs to others: of another guild, which is hidden, and of another student of one's own guild. */
let others: Record<
  | 'guild'
  | 'task'
  | 'draftTask'
  | 'submission'
  | 'mate'
  | 'session'
  | 'file'
  | 'user'
  | 'result'
  | 'appeal'
  | 'extension'
  | 'post'
  | 'report'
  | 'assistant'
  | 'feedback'
  | 'comment',
  number
>
let receipt: string

beforeAll(async () => {
  school = await testApp()
  const { db } = school.app
  const [student, mate, stranger] = [await aUser(db), await aUser(db), await aUser(db)]
  const [teacher, other] = [await aUser(db, { roles: ['teacher'] }), await aUser(db, { roles: ['teacher'] })]
  const own = await aGuild(db)
  const foreign = await aGuild(db, { visibility: 'hidden' })
  for (const user of [student, mate]) await aMember(db, { guild_id: own.id, user_id: user.id })
  await aMember(db, { guild_id: foreign.id, user_id: stranger.id })
  await aMember(db, { guild_id: own.id, user_id: teacher.id, role: 'teacher' })
  await aMember(db, { guild_id: foreign.id, user_id: other.id, role: 'teacher' })
  const ownTask = await aTask(db, { guild_id: own.id })
  const draftTask = await aTask(db, { guild_id: own.id, status: 'draft' })
  const task = await aTask(db, { guild_id: foreign.id })
  const mateRow = await anEnrolment(db, ownTask, { user_id: mate.id, state: 'submitted' })
  const row = await anEnrolment(db, task, { user_id: stranger.id, state: 'submitted' })
  const mateWork = await aSubmission(db, mateRow)
  const work = await aSubmission(db, row)
  const { now } = school.clock
  const result = await db
    .insertInto('results')
    .values({
      submission_id: work.id,
      enrolment_id: row.id,
      reviewer_id: other.id,
      reviewer_role: 'teacher',
      decision: 'pass',
      status: 'held',
      created_at: now(),
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const shared = { user_id: stranger.id, guild_id: foreign.id, status: 'open' as const, created_at: now() }
  const appeal = await db
    .insertInto('appeals')
    .values({ ...shared, result_id: result.id, submission_id: work.id, enrolment_id: row.id, text: '请再看一次' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const extension = await db
    .insertInto('extension_requests')
    .values({ ...shared, task_id: task.id, reason: '生病了' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const comment = await db
    .insertInto('saved_comments')
    .values({ user_id: other.id, guild_id: foreign.id, text: '补上数据来源', created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const file = await aFile(db, { owner_id: mate.id })
  await aSession(db, mate, { now: now() })
  const session = await db.selectFrom('sessions').select('id').where('user_id', '=', mate.id).executeTakeFirstOrThrow()
  others = {
    guild: foreign.id,
    task: task.id,
    draftTask: draftTask.id,
    submission: work.id,
    mate: mateWork.id,
    session: session.id,
    file: file.id,
    user: stranger.id,
    result: result.id,
    appeal: appeal.id,
    extension: extension.id,
    post: 0,
    report: 0,
    assistant: 0,
    feedback: 0,
    comment: comment.id,
  }
  const post = await aPost(db, task, { user_id: stranger.id })
  const ta = await aMember(db, { guild_id: foreign.id, user_id: (await aUser(db)).id, role: 'assistant' })
  const said = await aFeedback(db, { member_id: ta.id, guild_id: foreign.id, user_id: stranger.id, period: '2026-10' })
  const report = await db
    .insertInto('reports')
    .values({ target: 'discussion', target_id: post.id, guild_id: foreign.id, reporter_id: mate.id, reason: 'spam', created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  Object.assign(others, { post: post.id, report: report.id, assistant: ta.id, feedback: said.id })
  receipt = work.receipt_no
  people = { student: await school.signIn(student), teacher: await school.signIn(teacher, { audience: 'admin', role: 'teacher' }) }
  const long = now() - 25 * 3_600_000
  expired = { student: await aSession(db, student, { now: long }), teacher: await aSession(db, teacher, { audience: 'admin', role: 'teacher', now: long }) }
}, 60_000)
afterAll(() => school.close())

type Key = keyof typeof others
const switches = { can_review: true, can_moderate: true, can_admit: true, can_see_grades: true }
const banner = { title: '横幅', image_file_id: null, art: 'kite', alt: '一只风筝', guild_id: null, begin_at: null, end_at: null, visible: true }
/** For each call that names an object: inputs with somebody else's, each by the field and the kind of object. */
const cases: Record<string, { field: string; others: Key[]; input?: Record<string, unknown> }[]> = {
  'POST /api/user/end_device': [{ field: 'id', others: ['session'] }],
  'POST /api/student/update_user_info': [{ field: 'avatar', others: ['file'] }],
  'POST /api/message/read': [{ field: 'ids', others: ['user'] }],
  'GET /api/guild/guild_by_id': [{ field: 'guild_id', others: ['guild'] }],
  'GET /api/guild/guilds_by_student': [{ field: 'cate_id', others: ['guild'] }],
  'POST /api/student/join_guild': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/student/cancel_join': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/student/leave_guild': [{ field: 'guild_id', others: ['guild'] }],
  'GET /api/student/getClassDetail': [{ field: 'guild_id', others: ['guild'] }],
  'GET /api/student/tasks_by_guild_id': [{ field: 'guild_id', others: ['guild'] }],
  'GET /api/student/doing_tasks_by_guild_id': [{ field: 'guild_id', others: ['guild'] }],
  'GET /api/student/tasks_menu': [{ field: 'guild_id', others: ['guild'] }],
  'GET /api/student/task_by_id': [{ field: 'id', others: ['task', 'draftTask'] }],
  'PUT /api/student/accept_task': [{ field: 'id', others: ['task', 'draftTask'] }],
  'PUT /api/student/abort_task': [{ field: 'id', others: ['task', 'draftTask'] }],
  'POST /api/student/tasks_submit': [
    { field: 'task_id', others: ['task', 'draftTask'], input: { content: '偷看', key: 'a-key-of-mine' } },
    { field: 'task_id', others: ['task', 'draftTask'], input: { content: '偷看', draft: true } },
  ],
  'GET /api/submit/draft': [{ field: 'task_id', others: ['task', 'draftTask'] }],
  'POST /api/submit/withdraw': [{ field: 'submit_id', others: ['submission', 'mate'] }],
  'POST /api/submit/share': [{ field: 'submit_id', others: ['submission', 'mate'], input: { share: 'site' } }],
  'GET /api/submit/submits_for_me': [
    { field: 'guild_id', others: ['guild'] },
    { field: 'task_id', others: ['task', 'draftTask'] },
  ],
  'GET /api/submit/submits_for_student': [
    { field: 'guild_id', others: ['guild'] },
    { field: 'task_id', others: ['task'] },
    { field: 'student_id', others: ['user'] },
  ],
  'POST /api/submit/submit_like': [
    { field: 'submit_id', others: ['submission', 'mate'], input: { like: true } },
    { field: 'submit_id', others: ['submission', 'mate'] },
  ],
  'POST /api/submit/get_submit_like': [
    { field: 'submit_id', others: ['submission', 'mate'] },
    { field: 'submit_ids', others: ['submission', 'mate'] },
  ],
  'GET /api/submit/submit': [{ field: 'id', others: ['submission', 'mate'] }],
  'POST /api/submit/appeal': [{ field: 'submit_id', others: ['submission', 'mate'], input: { text: '请老师再看一次这份作品，谢谢老师，辛苦了。' } }],
  'POST /api/submit/ask_extension': [
    { field: 'task_id', others: ['task', 'draftTask'], input: { reason: '生病请假', wanted_until: '2026-12-03T14:00:00.000Z' } },
  ],
  'GET /api/student/task_discussions': [
    { field: 'task_id', others: ['task', 'draftTask'] },
    { field: 'parent_id', others: ['post'] },
  ],
  'POST /api/student/createDiscussion': [
    { field: 'task_id', others: ['task', 'draftTask'], input: { content: '偷偷问一句' } },
    { field: 'parent_id', others: ['post'], input: { content: '偷偷答一句' } },
  ],
  'POST /api/student/editDiscussion': [{ field: 'discussion_id', others: ['post'], input: { content: '改一改' } }],
  'POST /api/student/deleteDiscussion': [{ field: 'discussion_id', others: ['post'] }],
  'POST /api/student/likeDiscussion': [{ field: 'discussion_id', others: ['post'] }],
  'POST /api/student/unlikeDiscussion': [{ field: 'discussion_id', others: ['post'] }],
  'POST /api/student/markAnswer': [{ field: 'discussion_id', others: ['post'] }],
  'POST /api/student/report': [
    { field: 'id', others: ['post'], input: { target: 'discussion', reason: 'spam' } },
    { field: 'id', others: ['submission', 'mate'], input: { target: 'submit', reason: 'spam' } },
  ],
  'GET /api/student/mentionable': [{ field: 'task_id', others: ['task', 'draftTask'] }],
  'POST /api/student/commentAssistant': [{ field: 'assistant_id', others: ['assistant'], input: { comment: '讲得很清楚' } }],
  'GET /api/student/my_feedback': [{ field: 'assistant_id', others: ['assistant'] }],
  'GET /api/admin/discussion/list': [
    { field: 'guild_id', others: ['guild'] },
    { field: 'task_id', others: ['task'] },
    { field: 'parent_id', others: ['post'] },
  ],
  'GET /api/admin/discussion/history': [{ field: 'discussion_id', others: ['post'] }],
  'POST /api/admin/discussion/reply': [{ field: 'task_id', others: ['task'], input: { content: '老师来看看' } }],
  'POST /api/admin/discussion/pin': [{ field: 'discussion_id', others: ['post'], input: { pinned: true } }],
  'GET /api/admin/discussion/room': [{ field: 'task_id', others: ['task'] }],
  'POST /api/admin/discussion/lock': [{ field: 'task_id', others: ['task'], input: { locked: true } }],
  'POST /api/admin/discussion/post_first': [{ field: 'task_id', others: ['task'], input: { post_first: true } }],
  'POST /api/admin/discussion/hide': [{ field: 'discussion_id', others: ['post'], input: { reason: '看一看' } }],
  'POST /api/admin/discussion/restore': [{ field: 'discussion_id', others: ['post'] }],
  'POST /api/admin/discussion/mark_answer': [{ field: 'discussion_id', others: ['post'], input: { answer: true } }],
  'GET /api/admin/report/list': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/admin/report/decide': [{ field: 'id', others: ['report'], input: { decision: 'keep' } }],
  'GET /api/admin/feedback/mine': [{ field: 'guild_id', others: ['guild'] }],
  'GET /api/admin/feedback/list': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/admin/feedback/unseal': [{ field: 'id', others: ['feedback'], input: { reason: '有人举报，需要核实' } }],
  'POST /api/student/getExecllentStudentList': [{ field: 'guild_id', others: ['guild'] }],
  'GET /api/student/search': [{ field: 'guild_id', others: ['guild'], input: { q: '任务' } }],
  'POST /api/student/getWorkHardStudentList': [{ field: 'guild_id', others: ['guild'] }],
  'GET /api/admin/ranking/list': [{ field: 'guild_id', others: ['guild'], input: { list: 'excellent' } }],
  'POST /api/admin/privacy/approve': [{ field: 'user_id', others: ['user'] }],
  'POST /api/admin/privacy/refuse': [{ field: 'user_id', others: ['user'], input: { answer: '看过了' } }],
  'POST /api/admin/me/end_session': [{ field: 'id', others: ['session'] }],
  'POST /api/admin/staff/set_roles': [{ field: 'user_id', others: ['user'], input: { roles: ['teacher'] } }],
  'POST /api/admin/staff/set_disabled': [{ field: 'user_id', others: ['user'], input: { disabled: true } }],
  'POST /api/admin/staff/end_factor': [{ field: 'user_id', others: ['user'] }],
  'GET /api/admin/audit/list': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/admin/user/reset_password': [{ field: 'user_id', others: ['user'] }],
  'GET /api/admin/guild/join_requests': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/admin/guild/answer_join': [{ field: 'guild_id', others: ['guild'], input: { user_ids: [1], admit: true } }],
  'GET /api/admin/guild/detail': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/admin/guild/create': [{ field: 'category_id', others: ['guild'], input: { name: '新公会', hue: 'art', glyph: 'book', join_policy: 'open' } }],
  'POST /api/admin/guild/update': [{ field: 'guild_id', others: ['guild'], input: { base_version: 0 } }],
  'POST /api/admin/guild/renew_code': [{ field: 'guild_id', others: ['guild'] }],
  'GET /api/admin/guild/staff': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/admin/guild/save_staff': [{ field: 'guild_id', others: ['guild'], input: { who: 'nobody', role: 'assistant', ...switches } }],
  'POST /api/admin/guild/remove_staff': [{ field: 'guild_id', others: ['guild'], input: { user_id: 1 } }],
  'GET /api/admin/guild/members': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/admin/guild/remove_members': [{ field: 'guild_id', others: ['guild'], input: { user_ids: [1] } }],
  'POST /api/admin/guild/restore_members': [{ field: 'guild_id', others: ['guild'], input: { user_ids: [1] } }],
  'GET /api/admin/announcement/list': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/admin/announcement/save': [{ field: 'guild_id', others: ['guild'], input: { title: '通知', content: '内容' } }],
  'POST /api/admin/announcement/remove': [{ field: 'guild_id', others: ['guild'], input: { id: 1 } }],
  'POST /api/admin/category/save': [{ field: 'id', others: ['guild'], input: { name: '分类', hue: 'art', visible: true } }],
  'POST /api/admin/category/remove': [{ field: 'id', others: ['guild'] }],
  'POST /api/admin/category/arrange': [{ field: 'ids', others: ['guild'] }],
  'POST /api/admin/banner/save': [
    { field: 'id', others: ['guild'], input: banner },
    { field: 'guild_id', others: ['guild'], input: banner },
    { field: 'image_file_id', others: ['file'], input: banner },
  ],
  'POST /api/admin/banner/remove': [{ field: 'id', others: ['guild'] }],
  'POST /api/admin/banner/arrange': [{ field: 'ids', others: ['guild'] }],
  'GET /api/admin/task/preview': [{ field: 'id', others: ['task'] }],
  'GET /api/admin/task/form': [{ field: 'id', others: ['task'] }],
  'POST /api/admin/task/create': [{ field: 'guild_id', others: ['guild'], input: { title: '新任务' } }],
  'POST /api/admin/task/update': [{ field: 'id', others: ['task'], input: { base_version: 0 } }],
  'POST /api/admin/task/publish': [{ field: 'id', others: ['task'] }],
  'POST /api/admin/task/unpublish': [{ field: 'id', others: ['task'] }],
  'POST /api/admin/task/archive': [{ field: 'id', others: ['task'] }],
  'POST /api/admin/task/trash': [{ field: 'id', others: ['task'] }],
  'POST /api/admin/task/restore': [{ field: 'id', others: ['task'] }],
  'POST /api/admin/task/copy': [{ field: 'id', others: ['task'] }],
  'GET /api/admin/task/history': [{ field: 'id', others: ['task'] }],
  'GET /api/admin/task/desk': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/admin/task/bulk': [{ field: 'ids', others: ['task'], input: { act: 'close' } }],
  'GET /api/admin/chapter/list': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/admin/chapter/save': [{ field: 'guild_id', others: ['guild'], input: { title: '一章' } }],
  'POST /api/admin/chapter/remove': [{ field: 'guild_id', others: ['guild'], input: { id: 1 } }],
  'POST /api/admin/chapter/arrange': [{ field: 'guild_id', others: ['guild'], input: { ids: [1] } }],
  'GET /api/admin/guild/preview_copy': [{ field: 'guild_id', others: ['guild'], input: { name: '下学期', days: 7 } }],
  'POST /api/admin/guild/copy': [{ field: 'guild_id', others: ['guild'], input: { name: '下学期', days: 7 } }],
  'POST /api/admin/guild/archive': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/admin/guild/revive': [{ field: 'guild_id', others: ['guild'] }],
  'GET /api/admin/task/list': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/admin/task/open': [{ field: 'id', others: ['task'] }],
  'POST /api/admin/task/close': [{ field: 'id', others: ['task'] }],
  'POST /api/admin/enrolment/reopen': [{ field: 'task_id', others: ['task'], input: { user_ids: [1], reason: '看一看', due_at: '2026-12-03T14:00:00.000Z' } }],
  'POST /api/admin/enrolment/extend': [{ field: 'task_id', others: ['task'], input: { user_ids: [1], reason: '看一看', until: '2026-12-03T14:00:00.000Z' } }],
  'POST /api/admin/enrolment/excuse': [{ field: 'task_id', others: ['task'], input: { user_ids: [1], reason: '看一看' } }],
  'GET /api/admin/review/queue': [
    { field: 'guild_id', others: ['guild'] },
    { field: 'task_id', others: ['task'] },
  ],
  'POST /api/admin/review/open': [{ field: 'submit_id', others: ['submission'] }],
  'POST /api/admin/review/leave': [{ field: 'submit_id', others: ['submission'] }],
  'POST /api/admin/review/decide': [{ field: 'submit_id', others: ['submission'], input: { decision: 'pass' } }],
  'POST /api/admin/review/release': [{ field: 'task_id', others: ['task'] }],
  'GET /api/admin/work/list': [
    { field: 'guild_id', others: ['guild'] },
    { field: 'task_id', others: ['task'], input: { guild_id: absent } },
  ],
  'POST /api/admin/work/pick': [{ field: 'submit_id', others: ['submission'], input: { reason: '好' } }],
  'POST /api/admin/work/unpick': [{ field: 'submit_id', others: ['submission'] }],
  'POST /api/admin/work/hide': [{ field: 'submit_id', others: ['submission'], input: { reason: '不好' } }],
  'POST /api/admin/work/show': [{ field: 'submit_id', others: ['submission'] }],
  'POST /api/admin/work/answer_share': [{ field: 'submit_id', others: ['submission'], input: { grant: true } }],
  'GET /api/admin/review/work': [{ field: 'submit_id', others: ['submission'] }],
  'POST /api/admin/review/draft': [{ field: 'submit_id', others: ['submission'], input: { base_version: 0 } }],
  'POST /api/admin/review/correct': [{ field: 'submit_id', others: ['submission'], input: { reason: '看一看', score: 1 } }],
  'GET /api/admin/review/missing': [{ field: 'task_id', others: ['task'] }],
  'POST /api/admin/review/remind': [{ field: 'task_id', others: ['task'] }],
  'GET /api/admin/comment/list': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/admin/comment/create': [{ field: 'guild_id', others: ['guild'], input: { text: '写得好' } }],
  'POST /api/admin/comment/update': [
    { field: 'id', others: ['comment'], input: { text: '写得好' } },
    { field: 'guild_id', others: ['guild'], input: { id: absent } },
  ],
  'POST /api/admin/comment/remove': [{ field: 'id', others: ['comment'] }],
  'GET /api/admin/grade/grid': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/admin/grade/export': [{ field: 'guild_id', others: ['guild'], input: { format: 'csv' } }],
  'POST /api/admin/work/export': [
    { field: 'guild_id', others: ['guild'] },
    { field: 'task_id', others: ['task'] },
  ],
  'GET /api/admin/appeal/list': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/admin/appeal/answer': [{ field: 'id', others: ['appeal'], input: { outcome: 'keep', answer: '看过了' } }],
  'GET /api/admin/extension/list': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/admin/roster/read': [{ field: 'guild_id', others: ['guild'], input: { name: '名单', text: '学号,姓名' } }],
  'POST /api/admin/roster/check': [
    { field: 'id', others: ['user'], input: { has_header: true, mapping: { student_no: 0, real_name: 1, class_name: null, gender: null } } },
  ],
  'POST /api/admin/roster/apply': [{ field: 'id', others: ['user'], input: { consent: true } }],
  'POST /api/admin/roster/undo': [{ field: 'id', others: ['user'] }],
  'GET /api/admin/roster/get': [{ field: 'id', others: ['user'] }],
  'GET /api/admin/roster/rows': [{ field: 'id', others: ['user'] }],
  'GET /api/admin/roster/slips': [{ field: 'id', others: ['user'] }],
  'GET /api/admin/person/list': [{ field: 'guild_id', others: ['guild'] }],
  'POST /api/admin/person/set_disabled': [{ field: 'user_id', others: ['user'], input: { disabled: true } }],
  'POST /api/admin/person/correct': [{ field: 'user_id', others: ['user'] }],
  'POST /api/admin/person/merge': [{ field: 'from_id', others: ['user'], input: { into_id: 1 } }],
  'POST /api/admin/backup/link': [{ field: 'id', others: ['user'] }],
  'POST /api/admin/backup/remove': [{ field: 'id', others: ['user'] }],
  'POST /api/admin/extension/answer': [{ field: 'id', others: ['extension'], input: { grant: true } }],
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`
const isId = (schema: JsonSchema): boolean =>
  branchesOf(schema).some(({ type, maximum, items }) => (type === 'integer' && maximum === absent) || (items !== undefined && isId(items)))
const callsWithIds = () => servedCalls(school.app.http).filter(({ input }) => Object.values((input as JsonSchema).properties ?? {}).some(isId))

const ask = async (call: Call, input: Record<string, unknown>, token?: string): Promise<string> => {
  const isGet = call.method === 'GET'
  const query = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
  const answer = await school.inject({ method: call.method, url: call.path, headers: token ? { token } : {}, ...(isGet ? { query } : { payload: input }) })
  return answer.body.replace(/"time":\d+/, '"time":0')
}

const inputWith = (field: string, id: number, given: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...given,
  [field]: field === 'ids' || field === 'submit_ids' ? [id] : id,
})

describe('what belongs to somebody else', () => {
  test('every call that names an object stands in the table', () => {
    expect(callsWithIds().map(nameOf).toSorted()).toEqual(Object.keys(cases).toSorted())
  })

  test('answers exactly like what is not there, for a student and for a teacher', async () => {
    const asked: string[] = []
    for (const call of callsWithIds()) {
      const token = audienceOf(call.path) === 'admin' ? people.teacher : people.student
      for (const { field, others: kinds, input } of cases[nameOf(call)] ?? []) {
        const expected = await ask(call, inputWith(field, absent, input), token)
        for (const kind of kinds) {
          expect(await ask(call, inputWith(field, others[kind], input), token), `${nameOf(call)} ${field} = ${kind}`).toBe(expected)
          asked.push(nameOf(call))
        }
      }
    }
    expect(new Set(asked).size).toBe(Object.keys(cases).length)
  })

  test('a stranger and an expired session get their code before anything else', async () => {
    for (const call of callsWithIds()) {
      const [first] = cases[nameOf(call)] ?? []
      if (!first) continue
      const [kind] = first.others
      const input = inputWith(first.field, kind ? others[kind] : absent, first.input)
      const site = audienceOf(call.path) === 'admin' ? 'teacher' : 'student'
      expect(JSON.parse(await ask(call, input)), nameOf(call)).toMatchObject({ code: 50008 })
      expect(JSON.parse(await ask(call, input, expired[site])), nameOf(call)).toMatchObject({ code: 50014 })
    }
  })

  test('a receipt of another guild is no receipt', async () => {
    const find = servedCalls(school.app.http).find(({ path }) => path === '/api/admin/receipt/find')
    if (!find) throw new Error('there is no such call')
    expect(await ask(find, { no: receipt }, people.teacher)).toBe(await ask(find, { no: 'R-0000000000' }, people.teacher))
  })

  test('nothing of it was changed by asking', async () => {
    const { db } = school.app
    expect(await db.selectFrom('submissions').select('status').where('id', 'in', [others.submission, others.mate]).execute()).toEqual([
      { status: 'sealed' },
      { status: 'sealed' },
    ])
    expect(await db.selectFrom('tasks').select('status').where('id', '=', others.task).executeTakeFirst()).toEqual({ status: 'open' })
    expect(await db.selectFrom('appeals').select('status').where('id', '=', others.appeal).executeTakeFirst()).toEqual({ status: 'open' })
    expect(await db.selectFrom('sessions').select('ended_at').where('id', '=', others.session).executeTakeFirst()).toEqual({ ended_at: null })
  })
})
