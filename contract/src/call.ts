import type { Reason } from './errors.ts'
import type { Static, TSchema } from './schema.ts'

/**
 * Who may make a call.
 * - `public`: anyone, also without a session.
 * - `session`: anyone logged in on the student site, also an account without the role 学生.
 * - `student`: logged in on the student site with the role 学生.
 * - `staff`: logged in on the admin site as teacher, assistant or administrator.
 * - `admin`: logged in on the admin site as administrator.
 */
export type Access = 'public' | 'session' | 'student' | 'staff' | 'admin'

/** The rate limit a call counts against; each is kept per person and per address. */
export type Limit = 'read' | 'write' | 'login' | 'password' | 'code' | 'register' | 'invite' | 'upload' | 'like'

/** One call of the product: the only description of it, for server, sites, tests and API document. */
export type Call<I extends TSchema = TSchema, O extends TSchema = TSchema, A extends Access = Access> = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: `/api/${string}`
  readonly access: A
  /** One sentence for the API document. */
  readonly summary: string
  /** Query fields of a GET, body fields of a POST or PUT (whose ids are also read from the query). */
  readonly input: I
  /** `data` of the answer with code 1. */
  readonly output: O
  /** The reasons this call may refuse with, beside those of its access and input. */
  readonly refusals: readonly Reason[]
  /** The rate limit it counts against; by default `read` for GET, `write` for the others. */
  readonly limit?: Limit
  /** For a call outside the admin site that is recorded like those of staff: the fields of its input to record. */
  readonly recorded?: readonly string[]
  /** Open to a person who must change the password first (the profile, the change itself, the log-out). */
  readonly whilePasswordExpired?: true
}

export const call = <I extends TSchema, O extends TSchema, const A extends Access>(
  description: Call<I, O, A>,
): Call<I, O, A> => description

/** What a caller sends. */
export type Input<C> = C extends Call<infer I, TSchema> ? Static<I> : never
/** What a caller gets in `data`. */
export type Output<C> = C extends Call<TSchema, infer O> ? Static<O> : never

/** A named group of calls: what one feature offers. */
export type Calls = Readonly<Record<string, Call>>
