import { createStore } from '@tongchuang/ui/store.ts'
import type { Attempt } from './draft-opening.ts'
import { fingerprintOf } from './work.ts'
import type { ServerDraft, Work } from './work.ts'

/** The outcome of sending a version. */
export type Sent =
  | { kind: 'received'; submit_id: number }
  /**
   * No response, or one that asks to retry, with its message: the version may have arrived, so the same key is sent
   * again.
   */
  | { kind: 'unreachable'; text?: string }
  | { kind: 'conflict'; theirs: ServerDraft }
  /** The key was used for another text; the next attempt takes a new one. */
  | { kind: 'used' }
  | { kind: 'refused'; text: string }

/** `uploads` and `network` wait for uploads or the network and continue by themselves. */
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
    meet: (theirs: ServerDraft) => boolean
    finish: () => Promise<void>
  }
  uploading: () => number
  resumeUploads: () => void
  isOnline: () => boolean
  /** The session it was pressed in is over: nothing is sent, and nothing written to the device for it. */
  isOver: () => boolean
  newKey: () => string
  send: (work: Work, key: string, base: number | null) => Promise<Sent>
  received: (submit_id: number) => void
  /**
   * Called when it was not handed in, with the reason if there is a message: the task may be another than the page
   * assumes, which reads it again.
   */
  stopped: (why: string | null) => void
  later: (run: () => void, ms: number) => () => void
}

const retryDelays = [3000, 6000, 12_000, 30_000]

/**
 * The attempt for exactly this text: the one sent before, or a new one that is stored on the device before it is sent.
 */
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
  const view = createStore<HandInView>({ phase: 'idle', problem: null })
  let tries = 0
  let callOff: (() => void) | null = null
  const show = (phase: HandInPhase, problem: string | null = null) => view.set({ phase, problem })
  const isWaiting = () => ['uploads', 'network'].includes(view.get().phase)
  const stop = (problem: string | null = null) => {
    parts.draft.release()
    show('idle', problem)
  }

  const proceed = async (): Promise<void> => {
    callOff?.()
    callOff = null
    const { phase, problem } = view.get()
    if (phase === 'sending' || phase === 'done') return
    if (parts.isOver()) {
      stop()
      parts.stopped(null)
      return
    }
    if (parts.uploading() > 0) {
      parts.resumeUploads()
      show('uploads')
      return
    }
    if (!parts.isOnline()) {
      show('network')
      return
    }
    // The reason for the retry stays visible meanwhile.
    show('sending', problem)
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
      if (parts.draft.meet(sent.theirs)) await proceed()
      else parts.stopped(null)
    } else {
      if (sent.kind === 'used') await parts.draft.setAttempt(null)
      stop(sent.kind === 'used' ? null : sent.text)
      parts.stopped(view.get().problem)
    }
  }

  return {
    view: view.get,
    subscribe: view.subscribe,
    isWaiting,
    /** The person presses the button; a second press changes nothing. */
    press: async (): Promise<void> => {
      if (view.get().phase !== 'idle') return
      tries = 0
      await proceed()
    },
    /** Called when uploads or the network have changed: continues only what the person has requested. */
    wake: (): void => {
      if (isWaiting()) void proceed()
    },
    /** The person changes their mind while it waits. */
    cancel: (): void => {
      if (!isWaiting()) return
      callOff?.()
      callOff = null
      stop()
    },
  }
}

export type HandIn = ReturnType<typeof createHandIn>
