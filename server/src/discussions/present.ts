import type { Post } from '@tongchuang/contract/discussions.ts'
import type { Language } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { faceFor, linkTo } from '../files/cards.ts'
import { nameless } from '../guilds/nameless.ts'
import { levelOf } from '../ledger/rules.ts'
import { withPictures } from '../markdown/pictures.ts'
import type { Level } from '../default-levels.ts'
import type { PostRow } from './list-store.ts'
import { badgeOf, mayEdit } from './rules.ts'

/** Who reads posts, and in which circumstances. */
export type Look = {
  user_id: number
  language: Language
  isStaff: boolean
  closed: boolean
  levels: readonly Level[]
  now: number
}

/**
 * The HTML of a post with its pictures as made for others: re-encoded, with links for this reader. Only the author and
 * staff get the names of files, because such a name may reveal an anonymous author.
 */
export const postHtml = (
  app: App,
  html: string,
  { user_id, knowsNames }: { user_id: number; knowsNames: boolean },
): string => withPictures(html, (file_id) => linkTo(app, file_id, knowsNames ? 'public' : 'unnamed', user_id))

const authorOf = (app: App, row: PostRow, { user_id, levels, language }: Look): Post['author'] => {
  const mine = row.user_id === user_id
  if (row.anonymous || row.deleted_at !== null) return { anonymous: true, mine }
  const root = row.root_user_id === null ? null : { user_id: row.root_user_id, anonymous: !!row.root_anonymous }
  return {
    nickname: row.nickname ?? nameless(language),
    avatar: row.nickname === null ? '' : faceFor(app, row, user_id),
    level: levelOf(row.experience ?? 0, levels),
    badge: badgeOf(row, root),
    mine,
  }
}

/** A post for one reader; a deleted post reveals neither its text nor its author. */
export const postFor = (app: App, row: PostRow, look: Look): Post => {
  const isDeleted = row.deleted_at !== null
  const mine = row.user_id === look.user_id
  const isReply = row.parent_id !== null
  return {
    id: row.id,
    parent_id: row.parent_id,
    content: isDeleted ? '' : row.content,
    content_html: isDeleted
      ? ''
      : postHtml(app, row.content_html, { user_id: look.user_id, knowsNames: mine || look.isStaff }),
    author: authorOf(app, row, look),
    like_count: row.like_count,
    liked: row.liked === 1,
    is_answer: row.answer_rank === 0,
    pinned: row.pinned_at > 0,
    edited_at: iso(row.edited_at),
    deleted: isDeleted,
    created_at: iso(row.created_at),
    can: {
      edit: mine && !look.closed && mayEdit(row, look.now),
      delete: mine && !isDeleted,
      answer: isReply && !isDeleted && (look.isStaff || row.root_user_id === look.user_id),
      report: !mine && !isDeleted,
    },
  }
}
