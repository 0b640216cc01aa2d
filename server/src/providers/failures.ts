/**
 * Why a provider identified nobody: it does not respond (`DOWN`), the person or the provider refused (`REFUSED`), its
 * answer is invalid (`ANSWER`), or it is set up wrongly on one side (`SETUP`). `detail` is for administrators and the
 * log.
 */
export type ProviderProblem = 'DOWN' | 'REFUSED' | 'ANSWER' | 'SETUP'

/** A failed log-in with a provider. */
export class ProviderFailure extends Error {
  readonly problem: ProviderProblem
  readonly detail: string
  constructor(problem: ProviderProblem, detail: string, cause?: unknown) {
    super(`${problem}: ${detail}`, { cause })
    this.problem = problem
    this.detail = detail
  }
}

/** The ProviderFailure in the cause chain of a library's error; null if there is none. */
export const providerFailureIn = (error: unknown): ProviderFailure | null => {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1)
    if (at instanceof ProviderFailure) return at
  return null
}
