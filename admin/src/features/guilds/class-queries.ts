import type { Output } from '@tongchuang/contract/call.ts'
import { classUndo } from '@tongchuang/contract/class-undo.admin.ts'
import { guildClasses } from '@tongchuang/contract/guild-classes.admin.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { guildsKey } from '../../queries/keys.ts'

export type SchoolClass = Output<typeof guildClasses.list>['list'][number]
export type JoinedClass = Output<typeof classUndo.list>[number]
export type ClassPreview = Output<typeof guildClasses.preview>

/** The input that identifies a class in calls. */
export const whichOf = ({ from_guild_id, name }: Pick<SchoolClass, 'from_guild_id' | 'name'>) =>
  from_guild_id === null ? { class_name: name } : { from_guild_id }

export type WhichClass = ReturnType<typeof whichOf>

/** The classes that can be added to a guild, page by page. */
export const classesQuery = (guild_id: number, keyword: string) =>
  infiniteQueryOptions({
    queryKey: [...guildsKey, 'classes', guild_id, keyword],
    queryFn: ({ pageParam }) =>
      sendQuietly(guildClasses.list, {
        guild_id,
        limit: 50,
        ...(keyword && { keyword }),
        ...(pageParam ? { after: pageParam } : {}),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })

/** A preview of adding a class to a guild. */
export const classPreviewQuery = (guild_id: number, which: WhichClass | null) =>
  queryOptions({
    queryKey: [...guildsKey, 'class', guild_id, which],
    queryFn: () => sendQuietly(guildClasses.preview, { guild_id, ...which }),
    enabled: which !== null,
  })

/** The added classes that can be removed from a guild again. */
export const joinedClassesQuery = (guild_id: number) =>
  queryOptions({
    queryKey: [...guildsKey, 'joined', guild_id],
    queryFn: () => sendQuietly(classUndo.list, { guild_id }),
  })

/** A preview of removing an added class again. */
export const undoPreviewQuery = (guild_id: number, id: number) =>
  queryOptions({
    queryKey: [...guildsKey, 'undo-class', guild_id, id],
    queryFn: () => sendQuietly(classUndo.preview, { guild_id, id }),
    gcTime: 0,
  })

export const undoClass = (input: { guild_id: number; id: number }) => send(classUndo.undo, input)
export const joinClass = (input: { guild_id: number } & WhichClass) => send(guildClasses.join, input)
