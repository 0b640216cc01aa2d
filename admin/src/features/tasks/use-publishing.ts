import { adminPaths } from '@tongchuang/contract/paths.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { actOnTask, copyTask, taskQuery, useTaskChange } from './queries.ts'
import type { Act } from './queries.ts'
import type { Editing } from './use-task-form.ts'

/** An action that succeeded, and the error of reading the task afterwards. */
type Unread = { done: Act; error: unknown }

/** The actions on a task as a whole; typed changes are saved first. */
export const usePublishing = ({ form, save, take, setOutcomes }: Editing) => {
  const { shell, tasks } = useTexts()
  const { editor } = tasks
  const navigate = useNavigate()
  const client = useQueryClient()
  const act = useTaskChange(actOnTask)
  const copy = useTaskChange(copyTask)
  const [when, setWhen] = useState<'at' | 'now'>('at')
  const [trashing, setTrashing] = useState(false)
  const [unread, setUnread] = useState<Unread | null>(null)

  /** Reloads the task after an action; if that fails, the action is still done, and the panel says so. */
  const reread = async (done: Act) => {
    try {
      take(await client.fetchQuery(taskQuery(form.id)))
      setUnread(null)
    } catch (error) {
      setUnread({ done, error })
    }
  }
  const run = async (what: Act, atOnce = false) => {
    // Save first: only what is on the server can be published.
    if (!(await save())) return
    const also = form.set && what === 'publish' ? 'set' : undefined
    const classes = await act.mutateAsync({ id: form.id, act: what, now: atOnce, also }).catch(() => null)
    if (!classes) return
    if (also) setOutcomes(classes)
    const left = classes.filter(({ done }) => !done)
    // The other classes have it, so the message names those that have not.
    if (left.length > 0) showToast(editor.publishedPart(shell.listed(left.map((one) => one.guild_name))), 'warning')
    else showToast(editor.done[what], 'success')
    await reread(what)
    setTrashing(false)
  }
  const duplicate = async () => {
    const made = await copy.mutateAsync(form.id).catch(() => null)
    if (!made) return
    showToast(editor.copied, 'success')
    await navigate(adminPaths.task(made.id))
  }
  return {
    isActing: act.isPending,
    isCopying: copy.isPending,
    run,
    unread,
    reread,
    duplicate,
    when,
    setWhen,
    trashing,
    setTrashing,
  }
}
