import type { Attempt } from './draft-opening.ts'
import { fingerprintOf } from './work.ts'
import type { ServerDraft, Work } from './work.ts'

/** What came of sending a version. */
export type Sent =
  | { kind: 'received'; submit_id: number }
  /** No answer, or one that asks to come again, in its words: it may have arrived, so the same key is sent again. */
  | { kind: 'unreachable'; text?: string }
  | { kind: 'conflict'; theirs: ServerDraft }
  /** The key stands for another text: the next attempt takes a new one. */
  | { kind: 'used' }
  /** The session is over or the task is in another state: the page has to look again. */
  | { kind: 'over'; text: string }
  | { kind: 'refused'; text: string }

/** `uploads` and `network` wait for those and go on by themselves. */
export type HandInPhase = 'idle' | 'uploads' | 'network' | 'sending' | 'done'
export type HandInView = { phase: HandInPhase; problem: string | null }

export type HandInParts = {
  draft: {
    work: () => Work
    hold: () => Promise<void>
    release: () => void
    base: () => number | null
    attempt: () => Attempt | null
    setAttempt: (attempt: Attempt | null) => Promise<void>
    meet: (theirs: ServerDraft) => void
    finish: () => Promise<void>
  }
  uploading: () => number
  resumeUploads: () => void
  isOnline: () => boolean
  newKey: () => string
  send: (work: Work, key: string, base: number | null) => Promise<Sent>
  received: (submit_id: number) => void
  lookAgain: () => void
  later: (run: () => void, ms: number) => () => void
}

const retryDelays = [3000, 6000, 12_000, 30_000]

/** The key of this very text: the one that was sent before, or a new one, which the device knows before it is sent. */
const attemptFor = async ({ draft, newKey }: HandInParts, work: Work): Promise<Attempt> => {
  const fingerprint = fingerprintOf(work)
  const known = draft.attempt()
  if (known?.fingerprint === fingerprint) return known
  const made = { key: newKey(), fingerprint }
  await draft.setAttempt(made)
  return made
}

/** Hands one version in: waits for uploads and for the network, and sends the same key until an answer arrives. */
export const createHandIn = (parts: HandInParts) => {
  let view: HandInView = { phase: 'idle', problem: null }
  let tries = 0
  let callOff: (() => void) | null = null
  const listeners = new Set<() => void>()
  const show = (phase: HandInPhase, problem: string | null = null) => {
    view = { phase, problem }
    for (const listener of listeners) listener()
  }
  const stop = (problem: string | null = null) => {
    parts.draft.release()
    show('idle', problem)
  }

  const proceed = async (): Promise<void> => {
    callOff?.()
    callOff = null
    if (view.phase === 'sending' || view.phase === 'done') return
    if (parts.uploading() > 0) {
      parts.resumeUploads()
      show('uploads')
      return
    }
    if (!parts.isOnline()) {
      show('network')
      return
    }
    // Why it is sent again stays to be read meanwhile.
    show('sending', view.problem)
    await parts.draft.hold()
    const work = parts.draft.work()
    const { key } = await attemptFor(parts, work)
    await settle(await parts.send(work, key, parts.draft.base()))
  }

  const settle = async (sent: Sent): Promise<void> => {
    if (sent.kind === 'received') {
      await parts.draft.finish()
      show('done')
      parts.received(sent.submit_id)
    } else if (sent.kind === 'unreachable') {
      parts.draft.release()
      show('network', sent.text ?? null)
      callOff = parts.later(() => void proceed(), retryDelays[Math.min(tries, retryDelays.length - 1)] ?? 30_000)
      tries += 1
    } else if (sent.kind === 'conflict') {
      stop()
      parts.draft.meet(sent.theirs)
    } else {
      if (sent.kind === 'used') await parts.draft.setAttempt(null)
      stop(sent.kind === 'used' ? null : sent.text)
      if (sent.kind === 'over') parts.lookAgain()
    }
  }

  return {
    view: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The person presses the button; a second press changes nothing. */
    press: async (): Promise<void> => {
      if (view.phase !== 'idle') return
      tries = 0
      await proceed()
    },
    /** Uploads or the network have changed: goes on only with what the person has asked for. */
    wake: (): void => {
      if (view.phase === 'uploads' || view.phase === 'network') void proceed()
    },
    /** The person changes their mind while it waits. */
    cancel: (): void => {
      if (view.phase !== 'uploads' && view.phase !== 'network') return
      callOff?.()
      callOff = null
      stop()
    },
  }
}

export type HandIn = ReturnType<typeof createHandIn>
