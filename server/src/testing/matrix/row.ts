import type { State } from './states.ts'

/**
 * One line of the matrix: a call, its input, and the answer to each person. `@name` in the input is an object of the
 * matrix's school. The answers are in the order of the people, followed by one for an absent object:
 *
 * - `ok`: done, with nothing in it of the guild or the work;
 * - `g`: done, and it contains texts of the guild that every member may read;
 * - `w`: done, and it shows what the owner wrote for the teachers alone; `gw` both;
 * - a number after it: the entries of its lists, and after a slash the total it states;
 * - anything else is the reason of the refusal, `INVALID:field` with its field.
 *
 * `after` is the state the school is put into just before; without it the school is as it was made.
 */
export type Row = readonly [call: string, input: Readonly<Record<string, unknown>>, answers: string, after?: State]
