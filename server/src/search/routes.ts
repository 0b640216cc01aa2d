import type { Output } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { search } from '@tongchuang/contract/search.ts'
import type { App } from '../app-services.ts'
import { findWords, type Term } from '../db/text-index.ts'
import { faceFor } from '../files/cards.ts'
import { findMembership } from '../guilds/store.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { indexNewWorks } from '../search-index/index-job.ts'
import { termsOf, typedWords } from '../search-index/rules.ts'
import { stillWorkingAt } from '../works/over-store.ts'
import { findPeople, findTasks, worksAmong, type FoundWork, type SearchQuery } from './store.ts'

type Group = Output<typeof search.search>['groups'][number]

const kinds = ['task', 'work', 'person'] as const
/** Results of each kind when all kinds are requested. */
const firstFew = 5
const pageSize = 20
/** Matching works checked in one batch: most of them may not be visible to the caller. */
const lookedAt = 500
const looks = 4
const newest = 2 ** 31 - 1

/** The rows to show; an extra row means there is a next page, after the last id shown. */
const cut = <T extends { id: number }>(rows: readonly T[], limit: number): { shown: T[]; next: string | null } => {
  const shown = rows.slice(0, limit)
  return { shown, next: rows.length > limit ? String(shown.at(-1)?.id) : null }
}

/** The call that searches tasks, works and people by words, and the job that indexes new works. */
export const searchRoutes = (app: App): void => {
  const { db, database } = app

  /**
   * Works visible to the user, newest first; a page may be short although more follow, so that no word is expensive to
   * search.
   */
  const findWorks = async (
    terms: readonly Term[],
    { user_id, guild_id, after, limit }: SearchQuery,
    now: number,
  ): Promise<{ shown: FoundWork[]; next: string | null }> => {
    const found: FoundWork[] = []
    const viewer = { user_id, now, working_at: await stillWorkingAt(db, { user_id, now }) }
    let before = after ?? newest
    for (let look = 0; look < looks; look += 1) {
      const ids = await findWords(db, database.dialect, 'search_works', { terms, before, limit: lookedAt })
      found.push(...(await worksAmong(db, viewer, ids, guild_id)))
      if (found.length > limit) return cut(found, limit)
      if (ids.length < lookedAt) return { shown: found, next: null }
      before = ids.at(-1) ?? 0
    }
    return { shown: found, next: String(before) }
  }

  const find = async (kind: Group['kind'], terms: readonly Term[], query: SearchQuery, now: number): Promise<Group> => {
    const oneMore = { ...query, limit: query.limit + 1 }
    if (kind === 'task') {
      const { shown, next } = cut(await findTasks(db, oneMore), query.limit)
      return { kind, list: shown.map((task) => ({ kind, ...task, text: '', author: null, avatar: '' })), next }
    }
    if (kind === 'work') {
      const { shown, next } = await findWorks(terms, query, now)
      return { kind, list: shown.map(({ excerpt: text, ...work }) => ({ kind, ...work, text, avatar: '' })), next }
    }
    const { shown, next } = cut(await findPeople(db, oneMore), query.limit)
    return {
      kind,
      list: shown.map(({ avatar_file_id, head, ...person }) => ({
        kind,
        ...person,
        text: '',
        author: null,
        avatar: faceFor(app, { avatar_file_id, head }, query.user_id),
      })),
      next,
    }
  }

  implement(app, search, {
    search: async ({ q, kind, guild_id, after, limit }, { user_id, now }) => {
      if (guild_id !== undefined && (await findMembership(db, guild_id, user_id))?.status !== 'member')
        throw fail('NOT_FOUND')
      if (after !== undefined && (kind === undefined || !/^\d{1,10}$/.test(after) || Number(after) > newest))
        throw invalid('after', '翻页位置不正确', 'This is no place in the list')
      const words = typedWords(q)
      if (words.length === 0) return { words, groups: [], found: 0, more: false }
      const query = {
        user_id,
        words,
        guild_id: guild_id ?? null,
        after: after === undefined ? null : Number(after),
        limit: limit ?? (kind ? pageSize : firstFew),
      }
      const groups: Group[] = []
      for (const one of kind ? [kind] : kinds) groups.push(await find(one, termsOf(words), query, now))
      return {
        words,
        groups,
        found: groups.reduce((sum, { list }) => sum + list.length, 0),
        more: groups.some(({ next }) => next !== null),
      }
    },
  })

  app.jobs.every('search.follow', 20, (now) => indexNewWorks(app, now))
}
