import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { changedDates } from './class-rules.ts'
import type { Dates } from './class-rules.ts'
import { saveTask, spreadTask, takeOutTask, taskQuery, useTaskChange } from './queries.ts'
import type { ClassOutcome, SetMember } from './queries.ts'
import type { Editing } from './use-task-form.ts'

/**
 * The classes of a task: adding classes, changing their dates, and removing one. Each action waits for a running save.
 */
export const useClasses = ({ form, save, inTurn, known, take, outcomes, setOutcomes }: Editing) => {
  const texts = useTexts().tasks.classes
  const client = useQueryClient()
  const spread = useTaskChange(spreadTask)
  const takeOut = useTaskChange(takeOutTask)
  const [refused, setRefused] = useState<readonly ClassOutcome[]>([])
  const { id } = form

  const look = async () => take(await client.fetchQuery(taskQuery(id)))

  const give = async (guild_ids: number[]): Promise<boolean> => {
    // Save first, so that typed changes are in the drafts too.
    if (!(await save())) return false
    return inTurn(async () => {
      const given = await spread.mutateAsync({ id, guild_ids }).catch(() => null)
      if (!given) return false
      take(given.task)
      const asked = new Set(guild_ids)
      setRefused((before) => [
        ...before.filter(({ guild_id }) => !asked.has(guild_id)),
        ...given.classes.filter(({ done }) => !done),
      ])
      const made = given.classes.filter((one) => one.made).length
      if (made > 0) showToast(texts.given(made), 'success')
      return true
    })
  }

  const leave = (member: SetMember): Promise<boolean> =>
    inTurn(async () => {
      const done = await takeOut.mutateAsync(member.task_id).catch(() => null)
      if (done) await look()
      return done !== null
    })

  /** Saves the dates of other classes one after another, each based on the current version. */
  const setDates = (wanted: readonly { task_id: number; dates: Dates }[]): Promise<void> =>
    inTurn(async () => {
      for (const { task_id, dates } of wanted) {
        const member = known().set?.members.find((one) => one.task_id === task_id)
        const changes = member && changedDates(member, dates)
        if (!member || Object.keys(changes ?? {}).length === 0) continue
        await saveTask({ id: task_id, base_version: member.base_version, ...changes }).catch((error: unknown) =>
          showToast(failureText(error)),
        )
      }
      await look()
    })

  const forget = (guild_id: number) => {
    setRefused((before) => before.filter((one) => one.guild_id !== guild_id))
    setOutcomes(outcomes.filter((one) => one.guild_id !== guild_id))
  }

  return { give, leave, setDates, forget, refused, isGiving: spread.isPending, isLeaving: takeOut.isPending }
}

export type Classes = ReturnType<typeof useClasses>
