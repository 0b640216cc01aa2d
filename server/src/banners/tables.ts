import type { Generated } from 'kysely'

export type BannerTable = {
  id: Generated<number>
  title: string
  subtitle: Generated<string>
  /** An uploaded image, or null for the drawing named by `art`. */
  image_file_id: number | null
  art: Generated<string>
  alt: string
  /** A path of this site or an http(s) address. */
  link: Generated<string>
  link_text: Generated<string>
  weigh: Generated<number>
  /** Null: for everyone. */
  guild_id: number | null
  begin_at: number | null
  end_at: number | null
  visible: Generated<boolean>
  demo: Generated<boolean>
}
