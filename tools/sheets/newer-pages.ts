import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskSetsAdmin } from '@tongchuang/contract/task-sets.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { works } from '@tongchuang/contract/works.ts'
import type { Send } from '@tongchuang/contract/sender.ts'
import type { School } from '../../e2e/start-school.ts'

/** Data for pages that need more than a guild and a task: questions, results without a work, a task of two guilds. */
export type Newer = {
  /** A task with questions, some of them with points, given to two guilds. */
  questions: number
  set: number
  /** A submission with answers that waits for review. */
  answered: number | null
  /** An offline task, and its guild. */
  entered: { guild: number; enter: number }
  /** A work of the student with a certificate, and a guild with an anthology. */
  certificate: number | null
  anthology: number | null
}

const writeQuestions = async (
  admin: Send,
  guild_id: number,
  also: number,
): Promise<{ questions: number; set: number }> => {
  const { id, base_version } = await admin(taskEditing.create, { guild_id, title: '二次函数小测（第三章）' })
  await admin(taskEditing.update, {
    id,
    base_version,
    content: '做完再交，不用写过程。',
    questions: [
      {
        id: 'top',
        label: '函数y=−2(x−5)²+50的顶点是',
        kind: 'one',
        options: ['(5, 50)', '(−5, 50)', '(5, −50)', '(50, 5)'].map((text, at) => ({ id: `o${at}`, text })),
        required: true,
        points: 4,
      },
      { id: 'area', label: '菜园的最大面积', kind: 'number', unit: 'm²', required: false, points: 6 },
      { id: 'why', label: '说一说为什么是这时候最大', kind: 'text', required: false, points: 5 },
    ],
    keys: [
      { question_id: 'top', accepted: ['o0'], tolerance: 0, explanation: '括号里是减号，h就取5。' },
      { question_id: 'area', accepted: ['50'], tolerance: 0.5, explanation: '' },
    ],
  })
  await admin(taskSetsAdmin.spread, { id, guild_ids: [also] })
  const { set } = await admin(taskEditing.publish, { id, now: true, also: 'set' })
  if (!set) throw new Error('the task of two guilds is no set')
  return { questions: id, set: set.id }
}

/**
 * Ten members of the guild submit, and all but one get a result: enough for a distribution. Returns the waiting
 * submission.
 */
const answerQuestions = async (
  school: School,
  admin: Send,
  guild_id: number,
  questions: number,
): Promise<number | null> => {
  const people = (await admin(peopleAdmin.list, { guild_id, limit: 100 })).list
  const others = people.map(({ username }) => username).filter((username) => username !== 'student')
  for (const [at, username] of ['student', ...others.slice(0, 9)].entries()) {
    const send = await school.asStudent(username)
    await send(tasks.accept, { id: questions })
    await send(submissions.submit, {
      task_id: questions,
      title: '',
      content: '',
      answers: { top: `o${at % 3 === 1 ? 1 : 0}`, area: at % 2 === 0 ? '49.8' : '45', why: '因为顶点在那里。' },
      statement: true,
      key: `sheets-${username}`,
    })
  }
  const waiting = (await admin(reviewsAdmin.queue, { task_id: questions, limit: 100 })).list
  for (const { submit_id } of waiting.slice(0, -1)) {
    await admin(reviewsAdmin.open, { submit_id })
    await admin(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 86, text: '想得清楚。', hold: false })
  }
  return waiting.at(-1)?.submit_id ?? null
}

const inPerson = async (admin: Send): Promise<{ guild: number; enter: number }> => {
  const [guild] = (await admin(gradesAdmin.guilds)).filter(({ may_export }) => may_export)
  if (!guild) throw new Error('the administrator has no grid')
  const { id, base_version } = await admin(taskEditing.create, { guild_id: guild.id, title: '口语测试（第三单元）' })
  await admin(taskEditing.update, { id, base_version, channel: 'offline', hold: true })
  await admin(taskEditing.publish, { id, now: true })
  return { guild: guild.id, enter: id }
}

/** Makes what the newer pages need, in a guild of the sample school and another one. */
export const fillNewer = async (school: School, admin: Send, guild: number, also: number): Promise<Newer> => {
  const student = await school.asStudent('student')
  const made = await writeQuestions(admin, guild, also)
  const featured = (await student(works.list, { featured: true, limit: 100 })).list
  return {
    ...made,
    answered: await answerQuestions(school, admin, guild, made.questions),
    entered: await inPerson(admin),
    certificate: featured.find(({ mine }) => mine)?.id ?? null,
    anthology: featured[0]?.guild_id ?? null,
  }
}
