import type { Output } from '@tongchuang/contract/call.ts'
import type { works } from '@tongchuang/contract/works.ts'
import type { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { faceFor } from '../files/cards.ts'
import { coverOf } from '../submissions/own/present.ts'
import type { WorkRow } from './gallery-store.ts'
import type { StaffWorkRow } from './staff-store.ts'

type Card = Output<typeof works.list>['list'][number]
type Author = Pick<WorkRow, 'user_id' | 'nickname' | 'avatar_file_id' | 'head' | 'ranking_visibility'>

/**
 * The author of a work, for another person: null where the author is hidden from the rankings or has no name that this
 * person may know.
 */
export const authorOf = (
  app: App,
  { user_id, nickname, ranking_visibility, ...face }: Author,
  viewer_id: number,
): Card['author'] => {
  const isHidden = ranking_visibility !== 'nickname' && user_id !== viewer_id
  if (isHidden || nickname === null) return { user_id: null, nickname: '', avatar: '' }
  return { user_id, nickname, avatar: faceFor(app, face, viewer_id) }
}

/** A work as others see it in lists. */
export const workCard = (app: App, row: WorkRow, viewer_id: number): Card => {
  const {
    id,
    task_id,
    task_title,
    task_type,
    guild_id,
    guild_name,
    hue,
    glyph,
    flag,
    subject,
    title,
    form,
    featured,
    like_count,
    excerpt,
    cover_width,
    cover_height,
  } = row
  return {
    ...{
      id,
      task_id,
      task_title,
      task_type,
      guild_id,
      guild_name,
      hue,
      glyph,
      flag,
      subject,
      title,
      form,
      featured,
      like_count,
      excerpt,
    },
    author: authorOf(app, row, viewer_id),
    mine: row.user_id === viewer_id,
    submitted_at: iso(row.submitted_at),
    liked: !!row.liked,
    cover_url: coverOf(app, row, viewer_id),
    cover_ratio: cover_width && cover_height ? cover_width / cover_height : null,
  }
}

/** A work as the staff of its guild see it. */
export const staffWork = (
  app: App,
  row: StaffWorkRow,
  viewer_id: number,
): Output<typeof worksAdmin.list>['list'][number] => {
  const {
    id,
    task_id,
    task_title,
    guild_id,
    title,
    excerpt,
    form,
    share,
    share_state,
    share_answer,
    hidden,
    hidden_reason,
    featured,
    like_count,
  } = row
  const { user_id, nickname, real_name, student_no, pick_status, pick_reason, picked_by, picked_at } = row
  return {
    submit_id: id,
    ...{
      task_id,
      task_title,
      guild_id,
      title,
      excerpt,
      form,
      share,
      share_state,
      share_answer,
      hidden,
      hidden_reason,
      featured,
      like_count,
    },
    cover_url: coverOf(app, row, viewer_id),
    student: { user_id, nickname, real_name, student_no: student_no ?? '' },
    submitted_at: iso(row.submitted_at),
    pick:
      pick_status === null
        ? null
        : { status: pick_status, reason: pick_reason ?? '', by: picked_by ?? '', at: iso(picked_at ?? 0) },
  }
}
