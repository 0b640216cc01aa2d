import type { Migration } from '../migrate.ts'

/** The recording of a mark; the voice itself is stored with the others of its result. */
export const up: Migration = async ({ db }) => {
  await db.schema.alterTable('area_marks').addColumn('audio_id', 'integer').execute()
}
