/**
 * The actions of these people and their proportions: reading, writing, the work of staff, and wrong or rare requests.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { paths } from '@tongchuang/contract/paths.ts'
import { samplePassword } from '../../../server/src/sample-password.ts'
import type { Prepared } from './messages.ts'
import { isAccepted, some, type Sender } from './sender.ts'

/** One action: its share among the others, and a function that runs it and returns whether it went as expected. */
export type Act = { name: string; share: number; act: () => Promise<boolean> }

const DRAFTED = 500

const words = ['数据', '下雨', '问题', '校园', '采访', '函数', '观察', '地图', '节奏', '声音']
const sentence = (): string => Array.from({ length: 12 }, () => some(words) + randomInt(1_000)).join('，')
const query = (path: string, given: Record<string, string | number>): string =>
  `${path}?${new URLSearchParams(Object.entries(given).map(([k, v]) => [k, String(v)])).toString()}`

/** A picture of 64 × 64 points in one colour, another each time. */
const aPicture = (): Buffer => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(data.length)
    head.write(type, 4, 'latin1')
    const tail = Buffer.alloc(4)
    tail.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])))
    return Buffer.concat([head, data, tail])
  }
  const size = Buffer.from([0, 0, 0, 64, 0, 0, 0, 64, 8, 0, 0, 0, 0])
  const points = Buffer.alloc(64 * 65, randomInt(256))
  for (let row = 0; row < 64; row += 1) points[row * 65] = 0
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(points)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Everything that is done, each as often as its share. */
export const actsOf = (sender: Sender, prepared: Prepared): readonly Act[] => [
  ...reading(sender, prepared),
  ...writing(sender, prepared),
  ...staffWork(sender, prepared),
  ...files(sender, prepared),
  ...rest(sender),
]

const reading = ({ ask, post }: Sender, { guild_id, held, works }: Prepared): readonly Act[] => [
  { name: 'unread', share: 22, act: () => ask('/api/message/unread') },
  { name: 'profile', share: 8, act: () => post('/api/student/getUserInfo', {}) },
  { name: 'tasks', share: 10, act: () => ask(query('/api/student/tasks_by_guild_id', { guild_id, limit: 20 })) },
  {
    name: 'tasks with a word',
    share: 2,
    act: () => ask(query('/api/student/tasks_by_guild_id', { keyword: some(words) })),
  },
  { name: 'map', share: 3, act: () => ask(query('/api/student/tasks_menu', { guild_id })) },
  { name: 'task', share: 10, act: () => ask(query('/api/student/task_by_id', { id: some(held).task_id })) },
  {
    name: 'discussion',
    share: 8,
    act: () => ask(query('/api/student/task_discussions', { task_id: some(held).task_id })),
  },
  { name: 'gallery', share: 6, act: () => ask('/api/submit/submits_for_student?limit=20') },
  {
    name: 'gallery with a word',
    share: 2,
    act: () => ask(query('/api/submit/submits_for_student', { keyword: some(words) + randomInt(1_000) })),
  },
  {
    name: 'likes',
    share: 3,
    act: () =>
      post('/api/submit/get_submit_like', {
        submit_ids: Array.from({ length: 1 + randomInt(40) }, () => some(works)),
      }),
  },
  { name: 'search', share: 2, act: () => ask(query('/api/student/search', { q: some(words) })) },
  { name: 'messages', share: 4, act: () => ask('/api/message/list') },
  { name: 'rankings', share: 2, act: () => post('/api/student/getExecllentStudentList', {}) },
  { name: 'activity', share: 2, act: () => ask('/api/student/activity') },
  { name: 'own versions', share: 3, act: () => ask('/api/submit/submits_for_me?limit=10') },
]

const writing = ({ send, post }: Sender, { tokens, held, posts }: Prepared): readonly Act[] => {
  // Separate tasks: work with a newer draft from another device is not handed in before its student has seen it.
  const [drafted, waiting] = [held.slice(0, DRAFTED), held.slice(DRAFTED)]
  const draft = () => {
    const { task_id, token } = some(drafted)
    return send({
      method: 'POST',
      path: '/api/student/tasks_submit',
      token,
      body: JSON.stringify({ task_id, draft: true, base_version: 0, content: sentence() }),
    })
  }
  return [
    // A draft that somebody else has saved before is a conflict, which costs the same.
    { name: 'draft', share: 8, act: async () => (await draft()).status === 200 },
    {
      name: 'preview',
      share: 2,
      act: () => post('/api/student/preview_work', { content: `# ${sentence()}\n\n- ${sentence()}\n\n$a^2+b^2$` }),
    },
    {
      name: 'submit',
      share: 2,
      act: async () => {
        const next = waiting.splice(randomInt(Math.max(1, waiting.length)), 1)[0]
        if (!next) return true
        return post(
          '/api/student/tasks_submit',
          { task_id: next.task_id, key: randomUUID(), content: sentence(), statement: true, share: 'site' },
          next.token,
        )
      },
    },
    {
      name: 'post',
      share: 3,
      act: async () =>
        (
          await send({
            method: 'POST',
            path: '/api/student/createDiscussion',
            token: some(tokens),
            body: JSON.stringify({ task_id: some(held).task_id, content: sentence(), key: randomUUID() }),
          })
        ).status === 200,
    },
    {
      name: 'like a post',
      share: 6,
      act: () => post(`/api/student/${some(['like', 'unlike'])}Discussion`, { discussion_id: some(posts) }),
    },
  ]
}

const staffWork = (sender: Sender, prepared: Prepared): readonly Act[] => {
  const { guild_id, admin } = prepared
  const { ask } = sender
  return [
    { name: 'queue', share: 3, act: () => ask('/api/admin/review/queue?limit=50', admin) },
    { name: 'grid', share: 0.5, act: () => ask(query('/api/admin/grade/grid', { guild_id, limit: 100 }), admin) },
    { name: 'export', share: 0.03, act: () => exportOnce(sender, prepared) },
  ]
}

const exportOnce = async ({ send }: Sender, { guild_id, admin }: Prepared): Promise<boolean> => {
  const made = await send({
    method: 'POST',
    path: '/api/admin/grade/export',
    token: admin,
    body: JSON.stringify({ guild_id, format: 'xlsx' }),
  })
  const { data } = JSON.parse(made.body) as { data?: { url: string } }
  return data !== undefined && (await send({ method: 'GET', path: data.url, token: admin })).status === 200
}

const files = (sender: Sender, { tokens }: Prepared): readonly Act[] => [
  { name: 'text file', share: 0.4, act: () => upload(sender, some(tokens), '数据.txt', Buffer.from(sentence())) },
  { name: 'picture', share: 0.1, act: () => upload(sender, some(tokens), '图.png', aPicture()) },
]

const upload = async ({ send }: Sender, token: string, name: string, bytes: Buffer): Promise<boolean> => {
  const tus = { 'tus-resumable': '1.0.0' }
  const metadata = `filename ${Buffer.from(name).toString('base64')},purpose ${Buffer.from('submission').toString('base64')}`
  const begun = await send({
    method: 'POST',
    path: '/api/files',
    token,
    headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  })
  const path = begun.headers.location ?? ''
  if (begun.status !== 201) return false
  const ended = await send({
    method: 'PATCH',
    path,
    token,
    body: bytes,
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  })
  if (ended.status >= 300) return false
  const card = JSON.parse((await send({ method: 'GET', path, token })).body) as { data?: { url?: string } }
  return (await send({ method: 'GET', path: card.data?.url ?? '/', token })).status === 200
}

const rest = ({ send, ask, post }: Sender): readonly Act[] => [
  {
    name: 'log-in',
    share: 0.5,
    act: () =>
      post(
        '/api/user/login',
        { username: `p${String(1 + randomInt(268)).padStart(5, '0')}`, password: samplePassword },
        '',
      ),
  },
  { name: 'unknown token', share: 1, act: async () => !(await ask('/api/message/unread', randomUUID())) },
  {
    name: 'broken body',
    share: 1,
    act: async () => !isAccepted(await send({ method: 'POST', path: '/api/user/login', body: '{"username":' })),
  },
  { name: 'page', share: 1, act: async () => (await send({ method: 'GET', path: paths.square() })).status < 500 },
]
