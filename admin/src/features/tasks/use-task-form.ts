import { CallFailed } from '@tongchuang/contract/sender.ts'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { currentTexts } from '../../locales/texts.ts'
import { sentOf, valuesOf } from './form-values.ts'
import type { Values } from './form-values.ts'
import { tasksKey } from '../../queries/keys.ts'
import { saveTask, taskQuery } from './queries.ts'
import type { TaskForm } from './queries.ts'

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

/**
 * A task being edited. A draft saves itself a moment after the last letter; a task students know of waits for its
 * button. What is not saved stays on this device, also over a reload.
 */
export const useTaskForm = (form: TaskForm) => {
  const { id } = form
  const tellOtherParts = useTellOtherParts()
  const [changes, setChanges] = useState<Changes>(() => kept(id))
  const [base, setBase] = useState(form)
  const [state, setState] = useState<SaveState>(() => (Object.keys(kept(id)).length > 0 ? 'dirty' : 'saved'))
  const [theirs, setTheirs] = useState<TaskForm | null>(null)
  const [telling, setTelling] = useState<string | null>(null)
  const latest = useRef<Changes>(changes)
  const running = useRef<Promise<boolean> | null>(null)

  const put = (next: Changes) => {
    latest.current = next
    setChanges(next)
    keep(id, next)
  }

  const send = async (on: TaskForm, notify: boolean): Promise<boolean> => {
    const going = latest.current
    if (Object.keys(going).length === 0) return true
    setState('saving')
    try {
      const saved = await saveTask({ id, base_version: on.base_version, ...sentOf(going), ...(notify && { notify }) })
      // What was typed meanwhile stays; what was sent is the server's now.
      const rest = without(latest.current, going)
      setBase(saved)
      tellOtherParts(saved)
      put(rest)
      setState(Object.keys(rest).length > 0 ? 'dirty' : 'saved')
      return true
    } catch (error) {
      setState('failed')
      if (error instanceof CallFailed && error.reason === 'CONFLICT')
        setTheirs((error.data as { theirs: TaskForm }).theirs)
      else if (error instanceof CallFailed && error.reason === 'TELL_HOLDERS')
        setTelling(((error.data as { parts: string[] }).parts ?? []).join(' '))
      else showToast(failureText(error))
      return false
    }
  }

  /** Saves what is changed, after what is being saved; answers whether all of it is safe. */
  const save = async (notify = false, on = base): Promise<boolean> => {
    if (running.current) await running.current
    const next = send(on, notify)
    running.current = next
    const done = await next
    running.current = null
    return done
  }

  useAutosave(changes, base.status === 'draft' && theirs === null, () => void save())
  useKeptNotice(id)

  return {
    form: base,
    values: { ...valuesOf(base), ...changes } as Values,
    isChanged: Object.keys(changes).length > 0,
    state,
    change: (next: Changes) => {
      put({ ...latest.current, ...next })
      setState('dirty')
    },
    save,
    /** After something else changed the task on the server. */
    take: (next: TaskForm) => setBase(next),
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
