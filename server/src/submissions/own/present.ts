import type { Static } from '@tongchuang/contract/schema.ts'
import type { MyVersion } from '@tongchuang/contract/submissions.ts'
import type { App } from '../../app-services.ts'
import { iso } from '../../db/time.ts'
import { linkTo } from '../../files/cards.ts'
import type { MyVersionRow } from './own-store.ts'
import { shownStatus } from '../rules.ts'

/** A picture of a work for a list: small and re-encoded, for one person. */
export const coverOf = (
  app: App,
  { cover_file_id }: { cover_file_id: number | null },
  user_id: number,
): string | null => (cover_file_id === null ? null : linkTo(app, cover_file_id, 'thumb', user_id))

/** A version as its author sees it in lists. */
export const myVersion = (
  app: App,
  { cover_file_id, ...row }: MyVersionRow,
  user_id: number,
): Static<typeof MyVersion> => ({
  ...row,
  status: shownStatus(row.status),
  submitted_at: iso(row.submitted_at),
  cover_url: coverOf(app, { cover_file_id }, user_id),
})
