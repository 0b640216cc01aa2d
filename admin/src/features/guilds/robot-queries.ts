import type { Input, Output } from '@tongchuang/contract/call.ts'
import { robotsAdmin as calls, type RobotKind } from '@tongchuang/contract/robots.admin.ts'
import type { Language } from '@tongchuang/contract/errors.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { guildsKey } from '../../queries/keys.ts'

export type Robots = Output<typeof calls.list>
export type Robot = Robots['robots'][number]
export type Delivery = Output<typeof calls.deliveries>['list'][number]
export type Given = Omit<Input<typeof calls.save>, 'guild_id' | 'id' | 'version'>
export type Tested = Output<typeof calls.test>

const robotsKey = (guild_id: number) => [...guildsKey, 'robots', guild_id] as const

export const robotsQuery = (guild_id: number) =>
  queryOptions({
    queryKey: robotsKey(guild_id),
    queryFn: () => sendQuietly(calls.list, { guild_id }),
    // Messages are sent on a schedule.
    refetchInterval: 60_000,
  })

/** The recent deliveries of a robot, newest first. */
export const deliveriesQuery = (guild_id: number, id: number) =>
  infiniteQueryOptions({
    queryKey: [...robotsKey(guild_id), 'deliveries', id],
    queryFn: ({ pageParam }) =>
      sendQuietly(calls.deliveries, { guild_id, id, ...(pageParam ? { after: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

/** A mutation of a robot: reloads the robots of its guild. */
export const useRobotChange = <I, O>(guild_id: number, work: (input: I) => Promise<O>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSettled: () => client.invalidateQueries({ queryKey: robotsKey(guild_id) }),
  })
}

export const saveRobot = (input: Input<typeof calls.save>) => sendQuietly(calls.save, input)
export const testRobot = (input: Input<typeof calls.test>) => send(calls.test, input)
export const testTyped = (input: Input<typeof calls.test>) => sendQuietly(calls.test, input)
export const switchRobot = (input: Input<typeof calls.switch>) => send(calls.switch, input)
export const removeRobot = (input: Input<typeof calls.remove>) => send(calls.remove, input)

/** The defaults that suit most groups: all events except released results, and quiet hours at night. */
export const freshRobot = (kind: RobotKind, name: string, language: Language): Given => ({
  ...{ kind, name, language, titles: false },
  events: ['announcement', 'task_open', 'due_soon'],
  quiet_from: 21 * 60 + 30,
  quiet_until: 6 * 60 + 30,
})

/** The editable fields of a robot; address and secret are not among them. */
export const givenOf = ({ kind, name, events, titles, language, quiet_from, quiet_until }: Robot): Given => ({
  ...{ kind, name, events, titles, language, quiet_from, quiet_until },
})
