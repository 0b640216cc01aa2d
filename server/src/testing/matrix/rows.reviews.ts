import type { Row } from './row.ts'
import { staffCriteriaSetRows } from './rows.criteria-sets.ts'
import { staffMendRows, staffNoteRows, studentMendRows, studentNoteRows } from './rows.notes.ts'

const helping = 'a student helps as an assistant'
const reading = 'the teacher is reading the work'
const own = 'the assistant wrote the works as a student'
const moderating = 'the assistant only moderates'
const binned = 'the tasks of the works are in the bin'
const switches = { can_review: true, can_moderate: true, can_admit: true, can_see_grades: true }

/** Actions on a work, a post or a person, and their time limits: what `owner mate stranger | absent` get. */
export const studentReviewRows: readonly Row[] = [
  ...studentNoteRows,
  ...studentMendRows,
  ['POST /api/submit/appeal', { submit_id: '@done', text: '请老师再看一次这份作品，谢谢老师，辛苦了。' }, 'APPEAL NOT_FOUND NOT_FOUND | NOT_FOUND'],
  ['POST /api/student/commentAssistant', { assistant_id: '@seat', comment: '讲得很清楚，批阅也及时。' }, 'ok NOT_MEMBER NOT_FOUND | NOT_FOUND', helping],
  ['PUT /api/student/accept_task', { id: '@untouched' }, 'ok NOT_MEMBER NOT_FOUND | NOT_FOUND', helping],
  ['POST /api/student/createDiscussion', { task_id: '@doing', content: '这里怎么做才对？', anonymous: true }, 'ok NO_ANONYMOUS NOT_FOUND | NOT_FOUND', helping],
  [
    'POST /api/student/createDiscussion',
    { task_id: '@doing', content: '这里怎么做才对？' },
    'DISCUSSION_CLOSED DISCUSSION_CLOSED NOT_FOUND | NOT_FOUND',
    'the discussion is locked',
  ],
  [
    'POST /api/student/editDiscussion',
    { discussion_id: '@post', content: '我改了一下问题。' },
    'EDIT_OVER NOT_FOUND NOT_FOUND | NOT_FOUND',
    'what is said is of yesterday',
  ],
]

/** The same of staff: what `teacher other assistant helper admin | absent` get. */
export const staffReviewRows: readonly Row[] = [
  ...staffNoteRows,
  ...staffMendRows,
  ...staffCriteriaSetRows,
  [
    'POST /api/admin/guild/save_staff',
    { guild_id: '@guild', who: '@teacherName', role: 'assistant', ...switches },
    'LAST_TEACHER NOT_FOUND ROLE ROLE LAST_TEACHER | INVALID:who',
    'everybody has a password',
  ],
  ['POST /api/admin/review/open', { submit_id: '@sealed' }, 'gw2 NOT_FOUND LOCKED_REVIEW NOT_FOUND LOCKED_REVIEW | NOT_FOUND', reading],
  [
    'POST /api/admin/review/decide',
    { submit_id: '@done', decision: 'pass', score: 80 },
    'STATE NOT_FOUND STATE NOT_FOUND STATE | NOT_FOUND',
    'the teacher has given the result of the work',
  ],
  [
    'POST /api/admin/review/decide',
    { submit_id: '@sealed', decision: 'pass', score: 80 },
    'ok NOT_FOUND NOT_REVIEWING NOT_FOUND NOT_REVIEWING | NOT_FOUND',
    'the teacher has begun the work and is not reading it any more',
  ],
  [
    'POST /api/admin/review/decide',
    { submit_id: '@sealed', decision: 'return' },
    'FEEDBACK NOT_FOUND LOCKED_REVIEW NOT_FOUND LOCKED_REVIEW | NOT_FOUND',
    reading,
  ],
  ['POST /api/admin/review/open', { submit_id: '@sealed' }, 'STATE NOT_FOUND STATE NOT_FOUND STATE | NOT_FOUND', binned],
  ['POST /api/admin/review/decide', { submit_id: '@sealed', decision: 'pass', score: 80 }, 'STATE NOT_FOUND STATE NOT_FOUND STATE | NOT_FOUND', binned],
  ['POST /api/admin/review/release', { task_id: '@marked' }, 'STATE NOT_FOUND STATE NOT_FOUND STATE | NOT_FOUND', binned],
  ['POST /api/admin/review/correct', { submit_id: '@done', score: 90, reason: '看漏了一段' }, 'STATE NOT_FOUND STATE NOT_FOUND STATE | NOT_FOUND', binned],
  ['POST /api/admin/task/remark', { task_id: '@marked', base_version: 0, reason: '答案改了' }, 'STATE NOT_FOUND ROLE ROLE STATE | NOT_FOUND', binned],
  ['POST /api/admin/appeal/answer', { id: '@appeal', outcome: 'keep', answer: '看过了' }, 'STATE NOT_FOUND STATE NOT_FOUND STATE | NOT_FOUND', binned],
  ['GET /api/admin/review/queue', { guild_id: '@guild' }, 'ok0/0 ok0/0 ok0/0 ok0/0 ok0/0 | ok0/0', binned],
  ['POST /api/admin/work/pick', { submit_id: '@done', reason: '好' }, 'STATE NOT_FOUND STATE ROLE STATE | NOT_FOUND', binned],
  ['POST /api/admin/work/unpick', { submit_id: '@done' }, 'STATE NOT_FOUND STATE ROLE STATE | NOT_FOUND', binned],
  ['POST /api/admin/work/hide', { submit_id: '@done', reason: '不好' }, 'gw NOT_FOUND gw ROLE gw | NOT_FOUND', binned],
  ['POST /api/admin/work/answer_share', { submit_id: '@done', grant: true }, 'STATE NOT_FOUND STATE ROLE STATE | NOT_FOUND', binned],
  ['GET /api/admin/work/list', { guild_id: '@guild' }, 'g1/1 NOT_FOUND g1/1 g1/1 g1/1 | NOT_FOUND', binned],
  ['GET /api/admin/review/work', { submit_id: '@sealed' }, 'gw2 NOT_FOUND OWN_WORK NOT_FOUND gw2 | NOT_FOUND', own],
  ['POST /api/admin/appeal/answer', { id: '@appeal', outcome: 'keep', answer: '看过了' }, 'gw NOT_FOUND OWN_WORK NOT_FOUND gw | NOT_FOUND', own],
  ['POST /api/admin/extension/answer', { id: '@extension', grant: false, answer: '看过了' }, 'gw NOT_FOUND OWN_WORK NOT_FOUND gw | NOT_FOUND', own],
  ['POST /api/admin/work/pick', { submit_id: '@shown', reason: '好' }, 'g NOT_FOUND OWN_WORK ROLE g | NOT_FOUND', own],
  ['POST /api/admin/work/hide', { submit_id: '@sealed', reason: '不好' }, 'gw NOT_FOUND NOT_FOUND ROLE gw | NOT_FOUND', moderating],
  ['POST /api/admin/work/hide', { submit_id: '@held', reason: '不好' }, 'gw NOT_FOUND NOT_FOUND ROLE gw | NOT_FOUND', moderating],
  ['POST /api/admin/work/hide', { submit_id: '@done', reason: '不好' }, 'gw NOT_FOUND NOT_FOUND ROLE gw | NOT_FOUND', moderating],
  ['POST /api/admin/work/hide', { submit_id: '@shown', reason: '不好' }, 'g NOT_FOUND g ROLE g | NOT_FOUND', moderating],
  ['POST /api/admin/work/show', { submit_id: '@sealed' }, 'gw NOT_FOUND NOT_FOUND ROLE gw | NOT_FOUND', moderating],
  ['POST /api/admin/work/show', { submit_id: '@held' }, 'gw NOT_FOUND NOT_FOUND ROLE gw | NOT_FOUND', moderating],
  ['POST /api/admin/work/show', { submit_id: '@done' }, 'gw NOT_FOUND NOT_FOUND ROLE gw | NOT_FOUND', moderating],
  ['POST /api/admin/work/show', { submit_id: '@shown' }, 'g NOT_FOUND g ROLE g | NOT_FOUND', moderating],
  ['POST /api/admin/work/answer_share', { submit_id: '@sealed', grant: true }, 'STATE NOT_FOUND NOT_FOUND ROLE STATE | NOT_FOUND', moderating],
  ['POST /api/admin/work/answer_share', { submit_id: '@held', grant: true }, 'STATE NOT_FOUND NOT_FOUND ROLE STATE | NOT_FOUND', moderating],
  ['POST /api/admin/work/answer_share', { submit_id: '@done', grant: true }, 'STATE NOT_FOUND NOT_FOUND ROLE STATE | NOT_FOUND', moderating],
  ['POST /api/admin/work/answer_share', { submit_id: '@shown', grant: true }, 'STATE NOT_FOUND STATE ROLE STATE | NOT_FOUND', moderating],
  ['GET /api/admin/work/list', { guild_id: '@guild' }, 'gw2/2 NOT_FOUND g1/1 g1/1 gw2/2 | NOT_FOUND', moderating],
  ['POST /api/admin/task/read_questions', { task_id: '@marked', text: '1. 对吗\n答案：对' }, 'ok1 NOT_FOUND ROLE ROLE ok1 | NOT_FOUND'],
  ['GET /api/admin/task/remark_preview', { task_id: '@marked' }, 'ok1 NOT_FOUND ROLE ROLE ok1 | NOT_FOUND'],
  ['POST /api/admin/task/remark', { task_id: '@marked', base_version: 0, reason: '答案改了' }, 'ok NOT_FOUND ROLE ROLE ok | NOT_FOUND'],
]
