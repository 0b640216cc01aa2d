import { keysOf } from '@tongchuang/contract/records.ts'
import type { MatrixSchool } from './school.ts'
import { accountStates } from './states.accounts.ts'
import { archivedStates } from './states.archived.ts'
import { logInStates } from './states.log-in.ts'
import { downloadStates } from './states.downloads.ts'
import { fileStates } from './states.files.ts'
import { peopleStates } from './states.people.ts'
import { providerStates } from './states.providers.ts'
import { rankingStates } from './states.rankings.ts'
import { reviewStates } from './states.reviews.ts'
import { robotStates } from './states.robots.ts'
import { rosterStates } from './states.roster.ts'
import { settingStates } from './states.settings.ts'
import { enteredStates } from './states.entered.ts'
import { taskStates } from './states.tasks.ts'
import { workStates } from './states.works.ts'
import { guildStates } from './states.guilds.ts'
import { talkStates } from './states.talk.ts'

/** A change of the matrix's school. Whatever it makes can be named in a row. */
export type Happening = (matrix: MatrixSchool) => Promise<Readonly<Record<string, number | string>> | void>

/** The states the matrix's school can be put into before a row is run, by name. Applied within `undone`. */
export const states = {
  ...fileStates,
  ...peopleStates,
  ...rankingStates,
  ...rosterStates,
  ...taskStates,
  ...enteredStates,
  ...workStates,
  ...logInStates,
  ...providerStates,
  ...robotStates,
  ...downloadStates,
  ...guildStates,
  ...talkStates,
  ...accountStates,
  ...archivedStates,
  ...reviewStates,
  ...settingStates,
} satisfies Readonly<Record<string, Happening>>

/** The name of a state that is set up beforehand. */
export type State = keyof typeof states

/** States that affect the whole school: every requested copy is made, or the school has no administrator. */
const ofTheWholeSchool: readonly string[] = [
  'a copy of what is kept about the owner is ready',
  'the copy of what is kept about the owner is lost',
  'nobody has set the school up',
] satisfies readonly State[]

/** Whether a state changes the whole school rather than one guild or person. */
export const isOfTheWholeSchool = (state: State | undefined): boolean =>
  state !== undefined && ofTheWholeSchool.includes(state)

/** The states in which something has happened to one guild or person. */
export const statesOfSome: readonly State[] = keysOf(states).filter((state) => !isOfTheWholeSchool(state))
