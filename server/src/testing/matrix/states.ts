import { savePick } from '../../works/store.ts'
import { firstBell } from '../test-app.ts'
import type { MatrixSchool } from './school.ts'
import { fileStates } from './states.files.ts'

/** Something that happens in the matrix's school. What it makes can be named in a row. */
export type Happening = (matrix: MatrixSchool) => Promise<Readonly<Record<string, number | string>> | void>

/** What can have happened in the matrix's school before a row is asked, by its name. Within `undone`. */
export const states = {
  'a teacher has picked the work': async ({ school, objects, people }: MatrixSchool) => {
    const { guild = 0, shown = 0 } = objects
    await savePick(school.app.db, { submission_id: shown, guild_id: guild, status: 'agreed', reason: '好', user_id: people.teacher.id, now: firstBell })
  },
  ...fileStates,
} satisfies Readonly<Record<string, Happening>>

/** The name of something that happened before. */
export type State = keyof typeof states
