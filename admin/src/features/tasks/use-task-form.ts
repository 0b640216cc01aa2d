import { CallFailed } from '@tongchuang/contract/sender.ts'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { currentTexts } from '../../locales/texts.ts'
import { sentOf, valuesOf } from './form-values.ts'
import type { Values } from './form-values.ts'
import { tasksKey } from '../../queries/keys.ts'
import { partsOf } from './save-parts.ts'
import { saveTask, taskQuery } from './queries.ts'
import type { ClassOutcome, TaskForm } from './queries.ts'
import { useTurns } from './use-turns.ts'

export type SaveState = 'saved' | 'dirty' | 'saving' | 'failed'
type Changes = Partial<Values>

const quiet = 1_000
const keptKey = (id: number) => `task-form-${id}`

/** What was changed on this device and never reached the server. */
const kept = (id: number): Changes => {
  try {
    return JSON.parse(localStorage.getItem(keptKey(id)) ?? '{}') as Changes
  } catch {
    return {}
  }
}
const keep = (id: number, changes: Changes): void => {
  if (Object.keys(changes).length === 0) localStorage.removeItem(keptKey(id))
  else localStorage.setItem(keptKey(id), JSON.stringify(changes))
}

/** The changes that are not among those that were sent, or have another value by now. */
const without = (changes: Changes, gone: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([name, value]) => gone[name as keyof Values] !== value)) as Changes

/** Saves a moment after the last change, where the task saves itself. */
const useAutosave = (changes: Changes, saves: boolean, save: () => void) => {
  const autosave = useEffectEvent(save)
  useEffect(() => {
    if (!saves || Object.keys(changes).length === 0) return
    const timer = setTimeout(autosave, quiet)
    return () => clearTimeout(timer)
  }, [changes, saves])
}

/** Hands a saved task to what else shows it: its own answer, and the lists it stands in. */
const useTellOtherParts = () => {
  const client = useQueryClient()
  return (saved: TaskForm) => {
    client.setQueryData(taskQuery(saved.id).queryKey, saved)
    void client.invalidateQueries({ queryKey: [...tasksKey, 'list'] })
  }
}

/** Says that an earlier visit left words on this device. */
const useKeptNotice = (id: number) => {
  useEffect(() => {
    if (Object.keys(kept(id)).length > 0) showToast(currentTexts()?.tasks.editor.kept ?? '', 'info')
  }, [id])
}

/** What would become of a change in each class. */
export type Asking = { classes: readonly ClassOutcome[]; notify: boolean }

/** What somebody has to decide before their change is saved, and what became of it in other classes. */
const useDecisions = () => {
  const [theirs, setTheirs] = useState<TaskForm | null>(null)
  const [telling, setTelling] = useState<string | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [outcomes, setOutcomes] = useState<readonly ClassOutcome[]>([])
  const refuse = (error: unknown) => {
    if (error instanceof CallFailed && error.reason === 'CONFLICT')
      setTheirs((error.data as { theirs: TaskForm }).theirs)
    else if (error instanceof CallFailed && error.reason === 'TELL_HOLDERS')
      setTelling(((error.data as { parts: string[] }).parts ?? []).join(' '))
    else showToast(failureText(error))
  }
  return { theirs, setTheirs, telling, setTelling, asking, setAsking, outcomes, setOutcomes, refuse }
}

/** What is changed and not saved: kept on this device, also over a reload. */
const useChanges = (id: number) => {
  const [changes, setChanges] = useState<Changes>(() => kept(id))
  const latest = useRef<Changes>(changes)
  useKeptNotice(id)
  const put = (next: Changes) => {
    latest.current = next
    setChanges(next)
    keep(id, next)
  }
  return { changes, unsaved: () => latest.current, put }
}

/** The task as the server had it last: to show, and to build the next save on. */
const useBase = (form: TaskForm) => {
  const [base, setShown] = useState(form)
  const now = useRef(form)
  const setBase = (next: TaskForm) => {
    now.current = next
    setShown(next)
  }
  return { base, known: () => now.current, setBase }
}

type Saving = ReturnType<typeof useDecisions> &
  Pick<ReturnType<typeof useBase>, 'known' | 'setBase'> &
  Pick<ReturnType<typeof useChanges>, 'unsaved' | 'put'> & { setState: (state: SaveState) => void }

/** Sends what is changed, one save after the other. */
const useSaving = (id: number, { unsaved, put, known, setBase, setState, setAsking, setOutcomes, refuse }: Saving) => {
  const tellOtherParts = useTellOtherParts()
  const inTurn = useTurns()

  /** Sends what is changed; false where somebody is asked first. */
  const send = async (on: TaskForm, notify: boolean, asked: boolean): Promise<boolean> => {
    let saved = on
    for (const { part, also } of partsOf(unsaved(), Boolean(on.set))) {
      const what = { id, ...sentOf(part), ...(also && { also }), ...(notify && { notify }) }
      const looks = also !== undefined && saved.status !== 'draft' && !asked
      const { classes, ...next } = await saveTask({
        ...what,
        base_version: saved.base_version,
        ...(looks && { preview: true }),
      })
      if (looks) {
        // What students see in several classes is looked at before it is done.
        setAsking({ classes, notify })
        return false
      }
      saved = next
      if (also) setOutcomes(classes)
      setBase(saved)
      tellOtherParts(saved)
      // What was typed meanwhile stays; what was sent is the server's now.
      put(without(unsaved(), part))
    }
    return true
  }

  /** Saves what is changed, after what is being saved; answers whether all of it is safe. */
  const save = (notify = false, on?: TaskForm, asked = false): Promise<boolean> =>
    inTurn(async () => {
      if (Object.keys(unsaved()).length === 0) return true
      setState('saving')
      try {
        const done = await send(on ?? known(), notify, asked)
        setState(Object.keys(unsaved()).length > 0 ? 'dirty' : 'saved')
        return done
      } catch (error) {
        setState('failed')
        refuse(error)
        return false
      }
    })
  return { save, inTurn }
}

/**
 * A task being edited. A draft saves itself a moment after the last letter; a task students know of waits for its
 * button. What is not saved stays on this device, also over a reload.
 */
export const useTaskForm = (form: TaskForm) => {
  const { id } = form
  const { changes, unsaved, put } = useChanges(id)
  const { base, known, setBase } = useBase(form)
  const [state, setState] = useState<SaveState>(() => (Object.keys(changes).length > 0 ? 'dirty' : 'saved'))
  const deciding = useDecisions()

  const { save, inTurn } = useSaving(id, { unsaved, put, known, setBase, setState, ...deciding })

  const { theirs, setTheirs, telling, setTelling, asking, setAsking, outcomes, setOutcomes } = deciding
  useAutosave(changes, base.status === 'draft' && theirs === null, () => void save())

  return {
    form: base,
    values: { ...valuesOf(base), ...changes } as Values,
    isChanged: Object.keys(changes).length > 0,
    state,
    change: (next: Changes) => {
      put({ ...unsaved(), ...next })
      setState('dirty')
    },
    save,
    inTurn,
    known,
    /** After something else changed the task on the server. */
    take: setBase,
    outcomes,
    setOutcomes,
    asking,
    answer: async (does: boolean, notify = false) => {
      setAsking(null)
      if (does && asking) await save(notify || asking.notify, undefined, true)
    },
    telling,
    tell: async () => {
      setTelling(null)
      return save(true)
    },
    dontTell: () => setTelling(null),
    theirs,
    useMine: async () => {
      if (!theirs) return
      setBase(theirs)
      setTheirs(null)
      await save(false, theirs)
    },
    useTheirs: () => {
      if (!theirs) return
      setBase(theirs)
      put({})
      setState('saved')
      setTheirs(null)
    },
  }
}

export type Editing = ReturnType<typeof useTaskForm>
