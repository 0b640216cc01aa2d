/**
 * `npm test` has two lengths. People make the short one, which takes ten minutes on two cores; with `CI=true`, as in
 * `.ci/run`, or `-- --whole` everything runs. docs/decisions/058 says what the short one leaves out, and why.
 */
export const SHORT_RUN = 'SHORT_RUN'

/** Whether the runner was started by the short run. */
export const isShortRun = (): boolean => process.env[SHORT_RUN] === '1'

const specs = (...names: readonly string[]): string[] => names.map((name) => `**/${name}.spec.ts`)

/**
 * The journeys of the short run: the way of a work from its task to its mark, with each site on the screen it is mostly
 * used on. The long walks through every page, and the other width of each journey, belong to the whole run.
 */
export const journeysInShort: Readonly<Record<'desktop' | 'phone', readonly string[]>> = {
  desktop: specs('admin-review', 'admin-tasks', 'live', 'people', 'register'),
  phone: specs(
    'center',
    'discussions',
    'drafts',
    'experience',
    'files',
    'first-loop',
    'guilds',
    'login',
    'sessions',
    'square',
    'submit',
    'task',
    'works',
  ),
}
