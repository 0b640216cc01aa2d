/**
 * Why a provider told nobody: it does not answer (`DOWN`), the person or the provider said no (`REFUSED`), what it said does not
 * hold (`ANSWER`), or it is set up wrongly here or there (`SETUP`). `detail` is for administrators and the log.
 */
export type ProviderProblem = 'DOWN' | 'REFUSED' | 'ANSWER' | 'SETUP'

/** A log-in with a provider that came to nothing. */
export class ProviderFailure extends Error {
  readonly problem: ProviderProblem
  readonly detail: string
  constructor(problem: ProviderProblem, detail: string, cause?: unknown) {
    super(`${problem}: ${detail}`, { cause })
    this.problem = problem
    this.detail = detail
  }
}

/** The failure of ours somewhere behind an error of a library; null where there is none. */
export const providerFailureIn = (error: unknown): ProviderFailure | null => {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1)
    if (at instanceof ProviderFailure) return at
  return null
}
