import { keep, openDraft } from './draft-opening.ts'
import type { Attempt, Kept, Stored } from './draft-opening.ts'
import type { DraftStatus, DraftView, Saved, SyncParts, TabMessage } from './draft-parts.ts'
import { bothWorks, emptyWork, isSameWork } from './work.ts'
import type { ServerDraft, Work } from './work.ts'

const deviceDelay = 200
const serverDelay = 1500
const takeOverDelay = 5000
const backoff = [2000, 4000, 8000, 15_000, 30_000]

/** Keeps one work safe: on the device at once, on the server within two seconds, in step with other tabs and devices. */
export const createDraftSync = (parts: SyncParts) => {
  let view: DraftView = {
    ready: false,
    work: emptyWork,
    revision: 0,
    status: 'empty',
    savedAt: null,
    problem: null,
    kept: [],
    conflict: null,
  }
  let base: number | null = null
  let at = 0
  let attempt: Attempt | null = null
  let changes = 0
  let sentChanges = 0
  let failures = 0
  let over = false
  let ended = false
  let held = false
  let finished = false
  let saving: Promise<void> | null = null
  let callOffDevice: (() => void) | null = null
  let callOffServer: (() => void) | null = null
  let deviceWrites: Promise<void> = Promise.resolve()
  const listeners = new Set<() => void>()

  const isDirty = () => changes !== sentChanges
  const statusNow = (): DraftStatus => {
    if (view.conflict) return 'conflict'
    if (!isDirty()) return view.savedAt === null ? 'empty' : 'saved'
    if (over || view.problem || !parts.isOnline()) return 'device'
    return failures > 0 ? 'retrying' : 'saving'
  }
  const show = (next: Partial<DraftView>) => {
    view = { ...view, ...next }
    view = { ...view, status: statusNow() }
    for (const listener of listeners) listener()
  }

  const stored = (): Stored => ({
    work: view.work,
    at,
    base,
    sent: !isDirty(),
    tab: parts.tab,
    ended,
    kept: view.kept,
    attempt,
  })
  const writeDevice = (): Promise<void> => {
    callOffDevice?.()
    callOffDevice = null
    const { kept } = view
    const record = stored()
    // A device that refuses to store leaves the server; the next change tries again.
    deviceWrites = deviceWrites.then(() => parts.device.update(() => ({ ...record, kept }))).catch(() => undefined)
    return deviceWrites
  }
  const tellTabs = () =>
    parts.tell({ from: parts.tab, kind: 'work', work: view.work, at, base, sent: !isDirty(), savedAt: view.savedAt })

  const plan = (ms: number) => {
    if (callOffServer || finished) return
    callOffServer = parts.later(() => {
      callOffServer = null
      void push()
    }, ms)
  }
  const hurry = () => {
    callOffServer?.()
    callOffServer = null
    void push()
  }

  const push = async (): Promise<void> => {
    if (saving || held || !isDirty() || view.conflict || over || finished) return
    const sending = changes
    const { work } = view
    const task = parts.save(work, base).then((answer) => settle(answer, sending, work))
    saving = task
    show({})
    await task
    saving = null
    if (isDirty() && !callOffServer && !view.problem)
      plan(failures > 0 ? (backoff[Math.min(failures, backoff.length) - 1] ?? 30_000) : serverDelay)
  }

  const settle = (answer: Saved, sending: number, work: Work): void => {
    if (finished) return
    if (answer.kind === 'saved') {
      failures = 0
      base = answer.version
      sentChanges = sending
      show({ savedAt: answer.at, problem: null })
      void writeDevice()
      tellTabs()
    } else if (answer.kind === 'conflict') {
      if (isSameWork(answer.theirs.work, work))
        settle({ kind: 'saved', version: answer.theirs.version, at: answer.theirs.at }, sending, work)
      else show({ conflict: answer.theirs })
    } else if (answer.kind === 'unreachable') {
      failures += 1
      if (answer.seconds) plan(answer.seconds * 1000)
      show({})
    } else if (answer.kind === 'over') {
      over = true
      show({})
    } else {
      show({ problem: answer.text })
    }
  }

  /** Puts another text on the desk; what was there is kept aside unless the server or this text has it. */
  const replace = (work: Work, { sent }: { sent: boolean }) => {
    changes += 1
    if (sent) sentChanges = changes
    at = parts.now()
    show({ work, revision: view.revision + 1, problem: null })
    void writeDevice()
    tellTabs()
    if (!sent) hurry()
  }
  const aside = (why: Kept['why'], work: Work, device = 'here', when = at): void => {
    show({
      kept: keep(view.kept, { id: `${why}-${when}-${view.revision}`, work, at: when || parts.now(), device, why }),
    })
  }

  return {
    view: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Begins with what the server and the device have; asks other tabs for something newer. */
    open: async (server: ServerDraft | null, start: Work): Promise<void> => {
      // Back on a desk this tab has not finished with: what it holds is newer than an answer that was already on its way.
      if (view.ready && (isDirty() || (base ?? 0) >= (server?.version ?? 0))) return
      const before = await parts.device.read().catch(() => null)
      const opened = openDraft(before, server, start, parts.tab)
      base = opened.base
      at = before?.at ?? 0
      attempt = opened.attempt
      changes = opened.sent ? 0 : 1
      sentChanges = 0
      show({ ready: true, work: opened.work, revision: view.revision + 1, savedAt: opened.savedAt, kept: opened.kept })
      void writeDevice()
      parts.tell({ from: parts.tab, kind: 'hello' })
      if (isDirty()) hurry()
    },

    /** A change by the person here. */
    change: (part: Partial<Work>): void => {
      const work = { ...view.work, ...part }
      if (isSameWork(work, view.work) && !part.links && part.title === undefined) return
      changes += 1
      at = parts.now()
      ended = false
      show({ work, problem: null })
      callOffDevice ??= parts.later(() => {
        callOffDevice = null
        void writeDevice().then(tellTabs)
      }, deviceDelay)
      plan(serverDelay)
    },

    /** Writes to the device now: before a page is hidden, and when a field is left. */
    flush: async (): Promise<void> => {
      if (view.ready && callOffDevice) await writeDevice()
      else await deviceWrites
    },
    /** The page is being closed: there is no time to wait for anything. */
    closing: (): void => {
      if (view.ready && isDirty() && !finished) parts.device.writeNow(stored())
    },
    /** Writes to the device when a session ends: the text will be offered to the same person. */
    endSession: async (): Promise<void> => {
      if (!view.ready) return
      ended = true
      await writeDevice()
    },
    /** The network is back, or the page is seen again. */
    retry: () => {
      if (!isDirty()) return
      show({})
      hurry()
    },
    /** The network is gone. */
    offline: () => show({}),
    /** While a version is handed in no draft is saved beside it: waits for the one on its way. */
    hold: async (): Promise<void> => {
      held = true
      await saving
    },
    release: () => {
      held = false
      if (isDirty()) plan(serverDelay)
    },

    /** Puts a kept text on the desk; the one there is kept instead. Never hands in. */
    restore: (id: string): void => {
      const one = view.kept.find((kept) => kept.id === id)
      if (!one) return
      const current = view.work
      show({ kept: view.kept.filter((kept) => kept !== one) })
      if (!isSameWork(current, one.work)) aside('replaced', current)
      replace(one.work, { sent: false })
    },
    discard: (id: string): void => {
      show({ kept: view.kept.filter((kept) => kept.id !== id) })
      void writeDevice()
    },

    /** Ends a conflict as the person chose; the text not chosen is kept aside. */
    resolve: (choice: 'mine' | 'theirs' | 'both'): void => {
      const theirs = view.conflict
      if (!theirs) return
      const mine = view.work
      base = theirs.version
      show({ conflict: null })
      if (choice === 'mine') {
        aside('replaced', theirs.work, theirs.device, theirs.at)
        replace(mine, { sent: false })
      } else if (choice === 'theirs') {
        aside('replaced', mine)
        show({ savedAt: theirs.at })
        replace(theirs.work, { sent: true })
      } else {
        replace(bothWorks(mine, theirs.work), { sent: false })
      }
    },
    /** Handing in met a newer draft. */
    meet: (theirs: ServerDraft): void => show({ conflict: theirs }),

    /** Another tab speaks: the newer edit is shown here too. */
    receive: (message: TabMessage): void => {
      if (message.from === parts.tab || !view.ready) return
      if (message.kind === 'hello') {
        if (at > 0) tellTabs()
        return
      }
      if (message.at < at) return
      const isSame = isSameWork(message.work, view.work)
      if (!isSame && isDirty()) aside('replaced', view.work)
      base = message.base
      at = message.at
      changes += 1
      sentChanges = message.sent ? changes : sentChanges
      const kept = view.kept.filter(({ work }) => !isSameWork(work, message.work))
      show({
        work: message.work,
        revision: view.revision + (isSame ? 0 : 1),
        kept,
        savedAt: message.savedAt,
        conflict: null,
      })
      // The other tab sends it; should it be closed before, this one does.
      if (!message.sent) plan(takeOverDelay)
    },

    attempt: () => attempt,
    /** Remembers the key of a version on its way, on the device before it is sent. */
    setAttempt: async (next: Attempt | null): Promise<void> => {
      attempt = next
      await writeDevice()
    },
    base: () => base,
    /** The work was handed in: the device forgets it. */
    finish: async (): Promise<void> => {
      finished = true
      callOffDevice?.()
      callOffServer?.()
      await deviceWrites
      await parts.device.update(() => null).catch(() => undefined)
    },
    /** The page is left: what is unsent goes out now. */
    leave: (): void => {
      if (callOffDevice && !finished) void writeDevice()
      hurry()
    },
  }
}

export type DraftSync = ReturnType<typeof createDraftSync>
