import type { Migration } from '../migrate.ts'

/** The file of what was said about a mark; the voice itself lies with the others of its result. */
export const up: Migration = async ({ db }) => {
  await db.schema.alterTable('area_marks').addColumn('audio_id', 'integer').execute()
}
