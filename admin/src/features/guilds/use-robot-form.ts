import { CallFailed } from '@tongchuang/contract/sender.ts'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { givenOf, saveRobot, testTyped, useRobotChange, type Given, type Robot, type Tested } from './robot-queries.ts'

export type RobotForm = ReturnType<typeof useRobotForm>

type Props = { guild_id: number; before: Robot | null; fresh: Given; onClose: () => void }

/** A robot as it is typed, what the server says to it, and what its group got of it. */
export const useRobotForm = ({ guild_id, before, fresh, onClose }: Props) => {
  const { robots } = useTexts()
  const [given, setGiven] = useState<Given>(() => (before ? givenOf(before) : fresh))
  const [problem, setProblem] = useState<{ field: string; text: string } | null>(null)
  const [tested, setTested] = useState<Tested | null>(null)
  const save = useRobotChange(guild_id, saveRobot)
  const test = useRobotChange(guild_id, testTyped)
  const refuse = (failure: unknown) => {
    const { field, reason } =
      failure instanceof CallFailed ? { field: failure.data.field, reason: failure.reason } : { field: '', reason: '' }
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
    set: (changes: Partial<Given>) => {
      setGiven({ ...given, ...changes })
      setTested(null)
      setProblem(null)
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      setProblem(null)
      const { secret_address: _address, secret: _secret, ...set } = given
      const which = before ? { id: before.id, version: before.version } : {}
      save.mutate(
        { guild_id, ...which, ...set, ...where },
        {
          onSuccess: () => {
            showToast(before ? robots.saved : robots.connected, 'success')
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
    /** What belongs to no field that is shown. */
    problem: problem && !['name', 'secret_address', 'secret'].includes(problem.field) ? problem.text : null,
  }
}
