import { CallFailed } from '@tongchuang/contract/sender.ts'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { usePersistedChanges } from '@tongchuang/ui/use-persisted-changes.ts'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { givenOf, saveRobot, testTyped, useRobotChange, type Given, type Robot, type Tested } from './robot-queries.ts'

export type RobotForm = ReturnType<typeof useRobotForm>

type Secret = 'secret_address' | 'secret'
type Open = Omit<Given, Secret>

type Props = { guild_id: number; before: Robot | null; fresh: Given; onClose: () => void }

/** The form state of a robot, the server's refusal, and the result of a test message. */
export const useRobotForm = ({ guild_id, before, fresh, onClose }: Props) => {
  const { robots, shell } = useTexts()
  const kept = usePersistedChanges<Open>(`robot:${guild_id}:${before?.id ?? 'new'}`, before ? givenOf(before) : fresh, {
    version: before?.version,
    restored: shell.restored,
  })
  // Anyone with the address can write into the group, so neither address nor secret is kept on this device.
  const [secrets, setSecrets] = useState<Pick<Given, Secret>>({})
  const given: Given = { ...kept.values, ...secrets }
  const [problem, setProblem] = useState<{ field: string; text: string } | null>(null)
  const [tested, setTested] = useState<Tested | null>(null)
  const save = useRobotChange(guild_id, saveRobot)
  const test = useRobotChange(guild_id, testTyped)
  const refuse = (failure: unknown) => {
    const { field, reason } =
      failure instanceof CallFailed ? { field: failure.data.field, reason: failure.reason } : { field: '', reason: '' }
    if (reason === 'CONFLICT') kept.goOnFromNewest()
    const isOfAddress = reason === 'ROBOT_ADDRESS'
    setProblem({
      field: isOfAddress ? 'secret_address' : typeof field === 'string' ? field : '',
      text: failureText(failure),
    })
  }
  const where = {
    ...(given.secret_address && { secret_address: given.secret_address }),
    ...(given.secret && { secret: given.secret }),
  }
  return {
    ...{ given, tested, saving: save.isPending, testing: test.isPending },
    forget: kept.forget,
    set: (changes: Partial<Given>) => {
      // Ignored while saving: later typing would be lost with the dialog.
      if (save.isPending) return
      const { secret_address, secret, ...open } = changes
      setSecrets({
        ...secrets,
        ...('secret_address' in changes && { secret_address }),
        ...('secret' in changes && { secret }),
      })
      kept.set(open)
      setTested(null)
      setProblem(null)
    },
    submit: (event: Pick<FormEvent, 'preventDefault'>) => {
      event.preventDefault()
      setProblem(null)
      const { secret_address: _address, secret: _secret, ...set } = given
      const which = before ? { id: before.id, version: kept.version } : {}
      save.mutate(
        { guild_id, ...which, ...set, ...where },
        {
          onSuccess: () => {
            showToast(before ? robots.saved : robots.connected, 'success')
            kept.forget()
            onClose()
          },
          onError: refuse,
        },
      )
    },
    tryIt: () => {
      setProblem(null)
      setTested(null)
      const { kind, language } = given
      const which = before ? { id: before.id } : { kind }
      test.mutate({ guild_id, ...which, ...where, language }, { onSuccess: setTested, onError: refuse })
    },
    problemOf: (field: string) => (problem?.field === field ? problem.text : undefined),
    /** A problem that belongs to no visible field. */
    problem: problem && !['name', 'secret_address', 'secret'].includes(problem.field) ? problem.text : null,
  }
}
