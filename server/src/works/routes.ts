import { fail } from '@tongchuang/contract/errors.ts'
import { taskTypeOf } from '@tongchuang/contract/rules/task-type.ts'
import { works } from '@tongchuang/contract/works.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { ms } from '../db/time.ts'
import { nameless } from '../guilds/nameless.ts'
import { findMembership } from '../guilds/store.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { earn, reverse } from '../ledger/store.ts'
import { lockVersion, countLikes, setVisibility } from '../submissions/visibility-store.ts'
import { termsOf, typedWords } from '../search-index/rules.ts'
import { registerAgain } from './again.ts'
import { registerBin } from './bin.ts'
import { tellOfShares } from './effects.ts'
import { findWork, listWorks } from './gallery-store.ts'
import { sayChange } from '../live.ts'
import { workCard } from './present.ts'
import { isWider, shareState } from './rules.ts'
import { addLike, likeStates, likes, recentLikes, removeLike } from './store.ts'

type Liking = { submit_id: number; like: boolean | undefined; zone: string }

/**
 * Sets or toggles a like; the work is locked first, so that each of several requests at once sees the result of the one
 * before.
 */
const setLike = async (db: Db, { submit_id, like, zone }: Liking, { user_id, now }: Person) => {
  const work = await findWork(db, submit_id, { user_id, now })
  const version = work && (await lockVersion(db, submit_id))
  if (!version) throw fail('NOT_FOUND')
  if (work.guild_status === 'archived') throw fail('ARCHIVED')
  if (version.user_id === user_id) throw fail('SELF')
  const liked = like ?? !(await likes(db, submit_id, user_id))
  const isNew = liked
    ? await addLike(db, { submission_id: submit_id, user_id, created_at: now })
    : await removeLike(db, submit_id, user_id)
  if (!isNew) return { submit_id, liked, like_count: version.like_count }
  const like_count = await countLikes(db, submit_id, liked ? 1 : -1)
  const source = {
    user_id: version.user_id,
    kind: 'liked' as const,
    source_type: 'submission',
    source_id: submit_id,
    actor: user_id,
  }
  await (liked ? earn : reverse)(db, { ...source, guild_id: version.guild_id, now, zone })
  await sayChange(db, [version.user_id], { kind: 'likes', task_id: version.task_id })
  return { submit_id, liked, like_count }
}

/** What students do with works: look at them, like them, and say who may see their own. */
export const workRoutes = (app: App): void => {
  registerAgain(app)
  registerBin(app)

  const likeStatesOf = async (ids: readonly number[], { user_id, now, language }: Person) => {
    const states = await likeStates(app.db, ids, { user_id, now })
    const own = states.filter((state) => state.user_id === user_id).map(({ id }) => id)
    const names = await recentLikes(app.db, own, user_id)
    const found = new Map(states.map((state) => [state.id, state]))
    return [...new Set(ids)].flatMap((id) => {
      const state = found.get(id)
      if (!state) return []
      const mine =
        state.user_id === user_id ? { recent: (names.get(id) ?? []).map((name) => name ?? nameless(language)) } : {}
      return [{ submit_id: id, liked: state.liked === 1, like_count: state.like_count, ...mine }]
    })
  }

  implement(app, works, {
    list: async (
      { student_id, guild_id, task_id, type, form, from, keyword, featured, sort = 'new', page, limit, after },
      { user_id, now },
    ) => {
      const since = from === undefined ? {} : { from: ms(from) }
      const words = keyword ? { words: { typed: keyword, terms: termsOf(typedWords(keyword)) } } : {}
      const filter = { student_id, guild_id, task_id, type: taskTypeOf(type), form, featured, ...since, ...words }
      const { list, ...rest } = await listWorks(app.database, { user_id, now }, filter, sort, { page, limit, after })
      return { ...rest, list: list.map((row) => workCard(app, row, user_id)) }
    },

    share: async ({ submit_id, share }, { user_id, now }) => {
      const { share_approval } = await app.settings()
      return app.db.transaction().execute(async (db) => {
        const version = await lockVersion(db, submit_id)
        if (version?.user_id !== user_id) throw fail('NOT_FOUND')
        if (version.status === 'withdrawn') throw fail('STATE', { state: version.status })
        // Whoever is no longer in the guild takes a work back, and shows it there to nobody new.
        if (isWider(version.share, share) && (await findMembership(db, version.guild_id, user_id))?.status !== 'member')
          throw fail('NOT_MEMBER')
        const share_state = shareState(version, share, share_approval)
        await setVisibility(db, submit_id, {
          share,
          share_state,
          ...(share_state !== 'refused' && { share_answer: '' }),
        })
        if (share_state !== version.share_state) await tellOfShares(db, version.guild_id, now)
        return { submit_id, share, share_state }
      })
    },

    like: async ({ submit_id, like }, caller) => {
      const { timezone } = await app.settings()
      return app.db.transaction().execute((db) => setLike(db, { submit_id, like, zone: timezone }, caller))
    },

    likes: async ({ submit_id, submit_ids }, caller) => {
      if ((submit_id === undefined) === (submit_ids === undefined))
        throw invalid('submit_id', '请给出一件作品或一组作品', 'Name one work or several')
      if (submit_ids !== undefined) return likeStatesOf(submit_ids, caller)
      const [state] = await likeStatesOf([submit_id!], caller)
      if (!state) throw fail('NOT_FOUND')
      return state
    },
  })
}
