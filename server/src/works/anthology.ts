import { mostOfIssue } from '@tongchuang/contract/anthologies.ts'
import type { Issue } from '@tongchuang/contract/anthologies.ts'
import { headByName, headCode } from '@tongchuang/contract/heads.ts'
import type { Static } from '@tongchuang/contract/schema.ts'
import type { App } from '../app-services.ts'
import { fromWall, iso, schoolDay, startOfMonth } from '../db/time.ts'
import { coverOf } from '../submissions/own/present.ts'
import { guildOfIssue, headsOfGuild, lastExcellent, worksOfIssue } from './anthology-store.ts'

type Asked = { guild_id: number; month?: string | undefined }
type Reader = { user_id: number; isStaff: boolean; now: number }

/** An issue for somebody who may see it: the caller has made sure. */
export const issueOf = async (app: App, { guild_id, month }: Asked, reader: Reader): Promise<Static<typeof Issue>> => {
  const { timezone: zone } = await app.settings()
  const monthAt = (at: number) => schoolDay(at, zone).slice(0, 7)
  const { id, created_at, ...guild } = await guildOfIssue(app.db, guild_id)
  const shown = month ?? monthAt((await lastExcellent(app.db, guild_id, reader)) ?? reader.now)
  const from = fromWall(`${shown}-01T00:00`, zone)
  const works = await worksOfIssue(app.db, { guild_id, from, before: startOfMonth(from, zone, 1) }, reader)
  const { heads, total } = await headsOfGuild(app.db, guild_id)
  return {
    guild_id: id,
    ...guild,
    month: shown,
    first_month: monthAt(created_at),
    last_month: monthAt(reader.now),
    // Without a chosen head, one derived from the name, as everywhere; never a picture, since nobody consented to its
    // being printed on a cover.
    heads: heads.map(({ head, nickname }) => head || headCode(headByName(nickname))),
    member_count: total,
    works: works
      .slice(0, mostOfIssue.works)
      .map(({ author, featured_reason, submitted_at, cover_file_id, cover_width, cover_height, ...work }) => ({
        ...work,
        author: author ?? '',
        reason: featured_reason,
        submitted_at: iso(submitted_at),
        cover_url: coverOf(app, { cover_file_id }, reader.user_id),
        cover_ratio: cover_width && cover_height ? cover_width / cover_height : null,
      })),
    more: works.length > mostOfIssue.works,
  }
}
