import { sampleHash } from '../accounts/factory.ts'
import { samplePassword } from '../sample-password.ts'
import { newSetupKey } from '../setup-link.ts'
import { isAtOnce, isReading } from './matrix/asking.ts'
import { staffRows } from './matrix/rows.staff.ts'
import { studentRows } from './matrix/rows.student.ts'
import { staff, students } from './matrix/actors.ts'
import { firstBell } from './test-app.ts'
import type { Way } from './way.ts'
import { waysOfLists } from './ways-of-lists.ts'
import { waysToEnter } from './ways-to-enter.ts'

const ofAdmin = (call: string, input: Way['input'], more: Partial<Way> = {}): Way => ({
  call,
  input,
  actor: 'admin',
  ...more,
})
const setting = (key: string, value: unknown): Way =>
  ofAdmin('POST /api/admin/settings/change', { settings: { [key]: value }, versions: { [key]: 0 } })
const draft = (changes: object): Way =>
  ofAdmin('POST /api/admin/task/update', { id: '@unpublished', base_version: 0, ...changes })
const banner = {
  title: '横幅',
  image_file_id: null,
  art: 'kite',
  alt: '风筝',
  guild_id: null,
  begin_at: null,
  end_at: null,
  visible: true,
}
const switches = { can_review: true, can_moderate: true, can_admit: true, can_see_grades: true }
const newcomer = { username: 'newcomer', password: 'a good one 77' }
const submitted = { submit_id: '@sealed' }

const registering: Way = {
  call: 'POST /api/user/userRegister',
  input: { ...newcomer, consent_version: 1 },
  actor: null,
  ready: async (db, object) => {
    const open = db
      .selectFrom('guilds')
      .select('invite_code')
      .where('id', '=', Number(object('open')))
    return { invite: (await open.executeTakeFirstOrThrow()).invite_code }
  },
}

// The people of the matrix have no password, since hashing is slow.
const ownerHasPassword: Way['ready'] = async (db, object) => {
  const changes = { username: 'owner', username_key: 'owner', password_hash: await sampleHash() }
  await db
    .updateTable('users')
    .set(changes)
    .where('id', '=', Number(object('ownerId')))
    .execute()
  return {}
}

/** The calls that set a password, with its field and the username it belongs to. */
export const waysToSetPassword: readonly { way: Way; field: string; username: string }[] = [
  {
    way: {
      call: 'POST /api/user/change_password',
      input: { password: samplePassword },
      actor: 'owner',
      ready: ownerHasPassword,
    },
    field: 'new_password',
    username: 'owner',
  },
  { way: registering, field: 'password', username: newcomer.username },
]

/** Calls for fields that the rows of the matrix do not write. */
const further: readonly Way[] = [
  {
    call: 'POST /api/admin/note/edit',
    input: { note_id: '@staffNote', content: '我改一下。' },
    actor: 'teacher',
    // A note that the student has answered can no longer be edited, so the answer is deleted.
    ready: async (db, object) => {
      await db
        .deleteFrom('submission_notes')
        .where('id', '=', Number(object('note')))
        .execute()
      return {}
    },
  },
  ofAdmin('POST /api/admin/banner/save', { ...banner, link: '/square/index', link_text: '去看看' }),
  setting('site_name', '学校'),
  setting('base_url', 'https://school.cn'),
  setting('timezone', 'Asia/Shanghai'),
  setting('consent', { version: 1, zh: '同意', en: 'I agree' }),
  setting('terms', [{ name: '秋季学期', begin: '09-01', end: '01-31' }]),
  setting('levels', [{ from: 0, zh: '新生', en: 'New' }]),
  draft({}),
  draft({ criteria: [{ label: '条理', description: '', weight: 100 }] }),
  draft({
    questions: [
      {
        id: 'place',
        label: '在哪里',
        kind: 'one',
        options: [
          { id: 'a', text: '东门' },
          { id: 'b', text: '西门' },
        ],
        required: true,
      },
    ],
  }),
  ofAdmin(
    'POST /api/admin/review/decide',
    {
      ...submitted,
      decision: 'pass',
      score: 80,
      marks: [{ version: 1, quote: '字', prefix: '', suffix: '', text: '好' }],
    },
    { first: [ofAdmin('POST /api/admin/review/open', submitted)] },
  ),
  ...waysToEnter,
  ofAdmin(
    'POST /api/admin/system/removal_continue',
    { job: 'files.sweep', wanted: 30, reason: '已经核对过' },
    {
      ready: async (db) => {
        const stop = {
          name: 'files.sweep',
          wanted: 30,
          total: 100,
          found_at: 1,
          confirmed_at: null,
          confirmed_by: null,
        }
        await db.insertInto('removal_stops').values(stop).execute()
        return {}
      },
    },
  ),
  ofAdmin(
    'POST /api/admin/work/answer_share',
    { submit_id: '@shown', grant: false, answer: '再改一改' },
    {
      ready: async (db, object) => {
        const id = Number(object('shown'))
        await db.updateTable('submissions').set({ share_state: 'waiting' }).where('id', '=', id).execute()
        return {}
      },
    },
  ),
  ofAdmin(
    'POST /api/admin/guild/save_staff',
    { guild_id: '@guild', role: 'assistant', ...switches },
    {
      ready: async (db, object) => {
        const other = db
          .selectFrom('users')
          .select('username')
          .where('id', '=', Number(object('otherId')))
        return { who: (await other.executeTakeFirstOrThrow()).username }
      },
    },
  ),
  ...waysOfLists,
  registering,
  {
    call: 'POST /api/admin/setup/create',
    input: { ...newcomer, site_name: '学校', rankings: 'mine', school_kind: 'minors' },
    actor: null,
    ready: async (db) => {
      await db.deleteFrom('user_roles').where('role', '=', 'admin').execute()
      return { key: await newSetupKey(db, firstBell) }
    },
  },
  {
    call: 'POST /api/student/delete_request',
    input: { action: 'ask', password: samplePassword },
    actor: 'owner',
    ready: ownerHasPassword,
  },
]

const isDone = (answer: string): boolean => /^(ok|g|w)/.test(answer)

const ofMatrix = [
  { rows: studentRows, people: students },
  { rows: staffRows, people: staff },
].flatMap(({ rows, people }) =>
  rows
    .filter((row) => isAtOnce(row) && !isReading(row))
    .flatMap(([call, input, answers]): Way[] => {
      const actor = people[answers.split(' ').findIndex(isDone)]
      return actor === undefined ? [] : [{ call, input, actor }]
    }),
)

/** All ways to write, those of the matrix's rows first. */
export const waysToWrite: readonly Way[] = [...ofMatrix, ...further]

/** Valid values for fields that do not accept arbitrary words. */
export const fitting: Readonly<Record<string, string>> = {
  'POST /api/student/update_user_info personalWebsite': 'https://school.cn/mark',
  'POST /api/admin/banner/save link': '/works/index',
  'POST /api/admin/settings/change settings.base_url': 'https://mark.school.cn',
  'POST /api/admin/settings/change settings.timezone': 'Asia/Tokyo',
  'POST /api/admin/settings/change settings.terms[].begin': '09-02',
  'POST /api/admin/settings/change settings.terms[].end': '02-02',
  'POST /api/admin/setup/create base_url': 'https://mark.school.cn',
  'POST /api/user/userRegister email': 'mark@school.cn',
}

/** A work without a title shows its task's title, and a blank title counts as none. */
export const blankIsNothing: ReadonlySet<string> = new Set(['POST /api/student/tasks_submit title'])

/** Fields whose text is read as the rows of a table; they have tests of their own. */
export const readAsTable: ReadonlySet<string> = new Set([
  'POST /api/admin/roster/read text',
  'POST /api/admin/grade/import_read text',
])

/** Fields that identify somebody in another system, stored without surrounding whitespace. */
export const keptTrimmed: ReadonlySet<string> = new Set(['POST /api/user/userRegister email'])
