import type { FileCard } from '@tongchuang/contract/files.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { ownSession, SessionOver } from '@tongchuang/ui/own-session.ts'
import { adminSession } from '@tongchuang/ui/session.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { partOf } from '@tongchuang/contract/records.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { currentTexts } from '../../locales/texts.ts'
import { sentOf, valuesOf } from './form-values.ts'
import { deviceCopy, hasArrived } from './kept-changes.ts'
import type { Changes, Kept } from './kept-changes.ts'
import { tasksKey } from '../../queries/keys.ts'
import { partsOf } from './save-parts.ts'
import { saveTask, taskQuery } from './queries.ts'
import type { ClassOutcome, TaskForm } from './queries.ts'
import { useTurns } from './use-turns.ts'

export type SaveState = 'saved' | 'dirty' | 'saving' | 'failed'

const quiet = 1_000

/** The changes that were not sent, or that have another value by now. */
const without = (changes: Changes, gone: Changes): Changes => partOf(changes, (name, value) => gone[name] !== value)

/** Saves a moment after the last change if the task is saved automatically. */
const useSaveWhenQuiet = (changes: Changes, saves: boolean, save: () => void) => {
  const saveNow = useEffectEvent(save)
  useEffect(() => {
    if (!saves || Object.keys(changes).length === 0) return
    const timer = setTimeout(saveNow, quiet)
    return () => clearTimeout(timer)
  }, [changes, saves])
}

/** Passes a saved task to everything else that shows it: its own query, and the lists. */
const useTellOtherParts = () => {
  const client = useQueryClient()
  return (saved: TaskForm) => {
    client.setQueryData(taskQuery(saved.id).queryKey, saved)
    void client.invalidateQueries({ queryKey: [...tasksKey, 'list'] })
  }
}

/** The effects of a change in each class, to be confirmed. */
export type Asking = { classes: readonly ClassOutcome[]; notify: boolean }

/** The version another user saved meanwhile, until one of the two is chosen; the choice may be postponed. */
const useConflict = (newer: TaskForm | null) => {
  const [theirs, setTheirs] = useState(newer)
  const [isPutOff, setPutOff] = useState(false)
  const waiting = useRef(newer)
  const ask = (next: TaskForm | null) => {
    waiting.current = next
    setTheirs(next)
    setPutOff(false)
  }
  return { theirs, waiting: () => waiting.current, ask, isPutOff, putOff: () => setPutOff(true) }
}

const theirsOf = (error: CallFailed): TaskForm => (error.data as { theirs: TaskForm }).theirs

/** What the user must decide before a change is saved, and its outcome in other classes. */
const useDecisions = (newer: TaskForm | null) => {
  const conflict = useConflict(newer)
  const [telling, setTelling] = useState<string | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [outcomes, setOutcomes] = useState<readonly ClassOutcome[]>([])
  const refuse = (error: unknown) => {
    if (error instanceof CallFailed && error.reason === 'CONFLICT') conflict.ask(theirsOf(error))
    else if (error instanceof CallFailed && error.reason === 'TELL_HOLDERS') {
      const { parts } = error.data
      setTelling(Array.isArray(parts) ? parts.join(' ') : '')
    } else showToast(failureText(error))
  }
  return { conflict, telling, setTelling, asking, setAsking, outcomes, setOutcomes, refuse }
}

type Written = Omit<Kept, 'base_version'> & {
  /** The last version of the task read from the server, which is shown and on which the next save is based. */
  base: TaskForm
}

/** The unsaved changes, stored on this device with the version they are based on, so that a reload keeps them. */
const useWritten = (form: TaskForm, user_id: number) => {
  const [copy] = useState(() => deviceCopy(user_id, form))
  const [written, setWritten] = useState<Written>(() => {
    const { base_version, ...rest } = copy.left
    const isOld = Object.keys(rest.changes).length > 0
    return { base: isOld ? { ...form, base_version } : form, ...rest }
  })
  const latest = useRef(written)
  const put = (next: Partial<Written>) => {
    latest.current = { ...latest.current, ...next }
    setWritten(latest.current)
    const { base, ...rest } = latest.current
    copy.keep({ ...rest, base_version: base.base_version })
  }
  // Changes from an earlier visit simply continue if no one has saved over them.
  const hasNewer = written.base.base_version < form.base_version
  const [newer] = useState(() => (hasNewer ? form : null))
  useEffect(() => {
    if (Object.keys(copy.left.changes).length > 0 && !newer) showToast(currentTexts()?.shell.restored ?? '', 'info')
  }, [copy, newer])
  return { written, now: () => latest.current, put, newer }
}

type Saving = Pick<ReturnType<typeof useDecisions>, 'conflict' | 'setAsking' | 'setOutcomes' | 'refuse'> &
  Pick<ReturnType<typeof useWritten>, 'now' | 'put'> & { setState: (state: SaveState) => void }

/** Saves the changes, one save after another. */
const useSaving = (id: number, { now, put, conflict, setState, setAsking, setOutcomes, refuse }: Saving) => {
  const tellOtherParts = useTellOtherParts()
  const [own] = useState(() => ownSession(adminSession))
  const inTurn = useTurns()
  const unsaved = () => now().changes

  /** Saves the changes; returns false if the user must confirm first. */
  const send = async (on: TaskForm, notify: boolean, asked: boolean): Promise<boolean> => {
    let saved = on
    for (const { part, also } of partsOf(unsaved(), Boolean(on.set))) {
      const what = { id, ...sentOf(part), ...(also && { also }), ...(notify && { notify }) }
      const looks = also !== undefined && saved.status !== 'draft' && !asked
      own.check()
      put({ sending: part })
      const { classes, ...next } = await saveTask({
        ...what,
        base_version: saved.base_version,
        ...(looks && { preview: true }),
      })
      if (looks) {
        // Changes that students see in several classes are previewed before they are made.
        setAsking({ classes, notify })
        return false
      }
      saved = next
      if (also) setOutcomes(classes)
      tellOtherParts(saved)
      // Later typing stays; what was sent is now saved.
      put({ base: saved, changes: without(unsaved(), part), sending: {} })
    }
    return true
  }

  /**
   * Sends the changes, and sends them again if the conflict was only with changes sent from here whose answer was lost.
   */
  const sendOn = async (notify: boolean, asked: boolean): Promise<boolean> => {
    const earlier = now().sending
    try {
      return await send(now().base, notify, asked)
    } catch (error) {
      const isConflict = error instanceof CallFailed && error.reason === 'CONFLICT'
      if (!isConflict || !hasArrived(earlier, theirsOf(error))) throw error
      put({ base: theirsOf(error) })
      return send(now().base, notify, asked)
    }
  }

  /** Saves the changes after a running save; returns whether all of them are saved. */
  const save = (notify = false, asked = false): Promise<boolean> =>
    inTurn(async () => {
      if (Object.keys(unsaved()).length === 0) return true
      const newer = conflict.waiting()
      if (newer) {
        // Never overwrite what another user wrote before one of the two is chosen.
        conflict.ask(newer)
        return false
      }
      setState('saving')
      try {
        const done = await sendOn(notify, asked)
        setState(Object.keys(unsaved()).length > 0 ? 'dirty' : 'saved')
        return done
      } catch (error) {
        setState('failed')
        if (!(error instanceof SessionOver)) refuse(error)
        return false
      }
    })
  return { save, inTurn }
}

/** Chooses between the changes typed here and the version saved by another user; neither is lost. */
const useChoosing = (
  { now, put }: Pick<ReturnType<typeof useWritten>, 'now' | 'put'>,
  { conflict, setState, save }: Pick<Saving, 'conflict' | 'setState'> & { save: () => Promise<boolean> },
) => ({
  theirs: conflict.theirs,
  isPutOff: conflict.isPutOff,
  putOff: conflict.putOff,
  askAgain: () => conflict.ask(conflict.theirs),
  useMine: async () => {
    if (!conflict.theirs) return
    put({ base: conflict.theirs })
    conflict.ask(null)
    await save()
  },
  useTheirs: () => {
    if (!conflict.theirs) return
    const { aside, changes } = now()
    put({ base: conflict.theirs, changes: {}, aside: { ...aside, ...changes } })
    setState('saved')
    conflict.ask(null)
  },
  takeBack: () => {
    const { aside, changes } = now()
    // Later changes of the same fields are set aside in exchange.
    const replaced = partOf(changes, (name) => name in aside)
    put({ changes: { ...changes, ...aside }, aside: replaced })
    setState('dirty')
  },
  dropAside: () => put({ aside: {} }),
})

/**
 * A task being edited. A draft is saved automatically a moment after the last change; a published task only by its
 * button. Unsaved changes stay on this device, also after a reload.
 */
export const useTaskForm = (form: TaskForm, user_id: number) => {
  const { written, now, put, newer } = useWritten(form, user_id)
  const { base, changes, aside } = written
  const isChanged = Object.keys(changes).length > 0
  const [state, setState] = useState<SaveState>(isChanged ? 'dirty' : 'saved')
  const { conflict, telling, setTelling, asking, setAsking, outcomes, setOutcomes, refuse } = useDecisions(newer)
  const { save, inTurn } = useSaving(form.id, { now, put, conflict, setState, setAsking, setOutcomes, refuse })
  const choosing = useChoosing({ now, put }, { conflict, setState, save })
  useSaveWhenQuiet(changes, base.status === 'draft' && choosing.theirs === null, () => void save())

  const change = (next: Changes) => {
    put({ changes: { ...now().changes, ...next } })
    setState('dirty')
  }
  const filesNow = (): readonly FileCard[] => now().changes.files ?? valuesOf(now().base).files

  return {
    ...choosing,
    form: base,
    values: { ...valuesOf(base), ...changes },
    isChanged,
    hasAside: Object.keys(aside).length > 0,
    state,
    change,
    /** Adds uploaded files to the current ones, which may have changed since the upload began. */
    addFiles: (cards: readonly FileCard[]) => change({ files: [...filesNow(), ...cards] }),
    /** The address of a file of the task, also before the page is rendered with it; null if it is not in the task. */
    urlOf: (id: number): string | null => filesNow().find((file) => file.id === id)?.url ?? null,
    save,
    inTurn,
    known: () => now().base,
    /** Takes over the task after another change on the server; an open conflict stays open. */
    take: (next: TaskForm) => {
      const waits = conflict.waiting() !== null
      put({ base: waits ? { ...next, base_version: now().base.base_version } : next })
      if (waits) conflict.ask(next)
    },
    outcomes,
    setOutcomes,
    asking,
    answer: async (does: boolean, notify = false) => {
      setAsking(null)
      if (does && asking) await save(notify || asking.notify, true)
    },
    telling,
    tell: async () => {
      setTelling(null)
      return save(true)
    },
    dontTell: () => setTelling(null),
  }
}

export type Editing = ReturnType<typeof useTaskForm>
