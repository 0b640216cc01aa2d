import type { Row } from './row.ts'

const question = '这里到底怎么做才对？'
const deleted = 'the owner has deleted the question'
const first = 'only the owner has written where one writes first'
const justAsked = 'the owner has asked a moment ago'

/** Discussions and feedback after something has happened: what `owner mate stranger | absent` get. */
export const studentTalkRows: readonly Row[] = [
  ['POST /api/student/likeDiscussion', { discussion_id: '@post' }, 'SELF NOT_FOUND NOT_FOUND | NOT_FOUND', deleted],
  ['POST /api/student/deleteDiscussion', { discussion_id: '@post', undo: true }, 'ok NOT_FOUND NOT_FOUND | NOT_FOUND', deleted],
  ['POST /api/student/deleteDiscussion', { discussion_id: '@post', undo: true }, 'NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND', `${deleted} long ago`],
  ['GET /api/student/task_discussions', { task_id: '@untouched' }, 'ok1/1 ok0/0 NOT_FOUND | NOT_FOUND', first],
  ['POST /api/student/likeDiscussion', { discussion_id: '@first' }, 'SELF NOT_FOUND NOT_FOUND | NOT_FOUND', first],
  ['POST /api/student/createDiscussion', { task_id: '@doing', content: question }, 'DUPLICATE ok NOT_FOUND | NOT_FOUND', justAsked],
  [
    'POST /api/student/createDiscussion',
    { task_id: '@doing', content: '换一句话来问。', key: 'a-key-of-a-post' },
    'KEY_REUSED ok NOT_FOUND | NOT_FOUND',
    justAsked,
  ],
  [
    'POST /api/student/commentAssistant',
    { assistant_id: '@seat', comment: '讲得很清楚。' },
    'NOT_FOUND NOT_FOUND NOT_FOUND | NOT_FOUND',
    'the assistant has left',
  ],
]

/** The same for `teacher other assistant helper admin | absent`. */
export const staffTalkRows: readonly Row[] = [
  ['GET /api/admin/feedback/mine', { guild_id: '@guild' }, 'ok0 NOT_FOUND ok1 ok0 ok0 | NOT_FOUND', 'three students have written about the assistant'],
]
