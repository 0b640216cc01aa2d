import { expect, test } from 'vitest'
import { checklistOf, missingOf } from './checklist.ts'
import type { Attempt } from './draft-opening.ts'
import { createHandIn } from './hand-in.ts'
import type { Sent } from './hand-in.ts'
import { emptyWork } from './work.ts'
import type { ServerDraft, Work } from './work.ts'

type State = {
  work: Work
  attempt: Attempt | null
  uploading: number
  online: boolean
  over: boolean
  stopped: (string | null)[]
  sent: string[]
  stored: (string | null)[]
  met: ServerDraft | null
  /** What was met there is a text of this page. */
  isOwn: boolean
  received: number
  waiting: (() => void) | null
  keys: number
}

/** A student who submits and receives these answers one after another. */
const handingIn = (answers: Sent[], stored: Attempt | null = null) => {
  const state: State = {
    work: { ...emptyWork, content: '写好了' },
    attempt: stored,
    uploading: 0,
    online: true,
    over: false,
    stopped: [],
    sent: [],
    stored: [],
    met: null,
    isOwn: false,
    received: 0,
    waiting: null,
    keys: 0,
  }
  const handIn = createHandIn({
    draft: {
      work: () => state.work,
      hold: async () => undefined,
      release: () => undefined,
      base: () => 3,
      attempt: () => state.attempt,
      setAttempt: async (attempt) => {
        state.attempt = attempt
        state.stored.push(attempt?.key ?? null)
      },
      meet: (theirs) => {
        state.met = theirs
        return state.isOwn
      },
      finish: async () => undefined,
    },
    uploading: () => state.uploading,
    resumeUploads: () => undefined,
    isOnline: () => state.online,
    isOver: () => state.over,
    newKey: () => `key-${(state.keys += 1)}`,
    send: async (_work, key) => {
      state.sent.push(key)
      return answers.shift() ?? { kind: 'unreachable' }
    },
    received: (id) => void (state.received = id),
    stopped: (why) => void state.stopped.push(why),
    later: (run) => {
      state.waiting = run
      return () => void (state.waiting = null)
    },
  })
  return { state, handIn }
}
const turn = async () => {
  for (let n = 0; n < 20; n += 1) await Promise.resolve()
}

test('the key is on the device before the version leaves it', async () => {
  const { state, handIn } = handingIn([{ kind: 'received', submit_id: 7 }])
  await handIn.press()
  expect(state).toMatchObject({ sent: ['key-1'], stored: ['key-1'], received: 7 })
  expect(handIn.view().phase).toBe('done')
})

test('a version without an answer is sent again with the same key, by itself', async () => {
  const { state, handIn } = handingIn([{ kind: 'unreachable' }, { kind: 'received', submit_id: 7 }])
  await handIn.press()
  expect(handIn.view().phase).toBe('network')
  state.waiting?.()
  await turn()
  expect(state).toMatchObject({ sent: ['key-1', 'key-1'], received: 7 })
})

test('a server that asks to come again is read in its own words, also while it is asked again', async () => {
  const { state, handIn } = handingIn([{ kind: 'unreachable', text: '磁盘满了' }, { kind: 'unreachable' }])
  const read: string[] = []
  handIn.subscribe(() => read.push(`${handIn.view().phase} ${handIn.view().problem ?? ''}`.trim()))
  await handIn.press()
  state.waiting?.()
  await turn()
  expect(read).toEqual(['sending', 'network 磁盘满了', 'sending 磁盘满了', 'network'])
})

test('after a crash the same text takes the key that was stored, another text a new one', async () => {
  const crashed = handingIn([{ kind: 'unreachable' }])
  await crashed.handIn.press()
  const again = handingIn([{ kind: 'received', submit_id: 7 }], crashed.state.attempt)
  await again.handIn.press()
  expect(again.state.sent).toEqual(['key-1'])
  const changed = handingIn([{ kind: 'received', submit_id: 8 }], { key: 'old', fingerprint: 'another text' })
  await changed.handIn.press()
  expect(changed.state.sent).toEqual(['key-1'])
})

test('without a network nothing is sent until it is back, and only because the person asked', async () => {
  const { state, handIn } = handingIn([{ kind: 'received', submit_id: 7 }])
  state.online = false
  handIn.wake()
  await turn()
  expect(handIn.view().phase).toBe('idle')
  await handIn.press()
  expect(handIn.view().phase).toBe('network')
  state.online = true
  handIn.wake()
  await turn()
  expect(state.received).toBe(7)
})

test('someone who changes their mind while it waits has handed nothing in', async () => {
  const { state, handIn } = handingIn([])
  state.online = false
  await handIn.press()
  handIn.cancel()
  state.online = true
  handIn.wake()
  await turn()
  expect(state.sent).toEqual([])
})

test('handing in waits for the files', async () => {
  const { state, handIn } = handingIn([{ kind: 'received', submit_id: 7 }])
  state.uploading = 2
  await handIn.press()
  expect(handIn.view().phase).toBe('uploads')
  state.uploading = 0
  handIn.wake()
  await turn()
  expect(state.received).toBe(7)
})

test('pressing twice sends once', async () => {
  const { state, handIn } = handingIn([
    { kind: 'received', submit_id: 7 },
    { kind: 'received', submit_id: 8 },
  ])
  await Promise.all([handIn.press(), handIn.press()])
  await handIn.press()
  expect(state.sent).toEqual(['key-1'])
})

test('a newer draft elsewhere is shown, not overwritten; a refusal is said; a used key is given up', async () => {
  const theirs = { work: emptyWork, version: 9, at: 1, device: 'phone' }
  const { state, handIn } = handingIn([
    { kind: 'conflict', theirs },
    { kind: 'refused', text: '还缺：正文' },
    { kind: 'used' },
  ])
  await handIn.press()
  expect(state.met).toBe(theirs)
  await handIn.press()
  expect(handIn.view()).toEqual({ phase: 'idle', problem: '还缺：正文' })
  await handIn.press()
  expect(state.attempt).toBeNull()
})

test('a student who hands in after a save whose answer was lost has handed in, and is not asked', async () => {
  const theirs = { work: emptyWork, version: 4, at: 1, device: 'computer' }
  const { state, handIn } = handingIn([
    { kind: 'conflict', theirs },
    { kind: 'received', submit_id: 7 },
  ])
  state.isOwn = true
  await handIn.press()
  expect(state).toMatchObject({ sent: ['key-1', 'key-1'], received: 7, stopped: [] })
})

test('a student whose teacher has asked for more meanwhile is told what is missing', async () => {
  const { state, handIn } = handingIn([{ kind: 'refused', text: '还缺：新问题' }])
  await handIn.press()
  expect(handIn.view().problem).toBe('还缺：新问题')
  expect(state.stopped).toEqual(['还缺：新问题'])
})

test('the list names what is missing and where it is', () => {
  const question = { id: 'q', label: '几个人？', kind: 'number' as const, required: true }
  const task = {
    needs_text: true,
    min_files: 1,
    statement_required: true,
    questions: [question, { ...question, id: 'r', required: false }],
  }
  const places = (work: Work, uploading = 0) =>
    missingOf(checklistOf(task, work, 0, uploading)).map(({ place }) => place)
  expect(places(emptyWork)).toEqual(['text', 'files', 'question-q', 'statement'])
  expect(places({ ...emptyWork, content: '字', statement: true, answers: { q: 0 } }, 1)).toEqual([])
})

test('a task that asks for nothing in particular wants something: a text, a file on its way, a link', () => {
  const task = { needs_text: false, min_files: 0, statement_required: false, questions: [] }
  const places = (work: Work, uploading = 0) =>
    missingOf(checklistOf(task, work, 0, uploading)).map(({ place }) => place)
  expect(places({ ...emptyWork, title: '标题', links: [' '] })).toEqual(['text'])
  expect(places(emptyWork, 1)).toEqual([])
  expect(places({ ...emptyWork, links: ['https://example.cn'] })).toEqual([])
  expect(places({ ...emptyWork, content: '字' })).toEqual([])
  // A photo requested only in the task’s text is easily forgotten: its absence is pointed out without blocking.
  const files = checklistOf(task, { ...emptyWork, content: '字' }, 1, 0).find(({ key }) => key === 'files')
  expect(files).toMatchObject({ files: 0, done: false, required: false })
})
