import type { State } from './states.ts'

/**
 * One line of the matrix: a call, what it is sent, and what each person gets. `@name` in the input is an object of the
 * matrix's school. Of the answers, in the order of the people and then for an object that is not there:
 *
 * - `ok`: done, with nothing in it of the guild or the work;
 * - `g`: done, and it tells something of the guild (texts every member may read);
 * - `w`: done, and it shows what the owner wrote for the teachers alone; `gw` both;
 * - a number behind it: the entries of its lists, and after a stroke how many it says there are in all;
 * - anything else is the reason of the refusal, `INVALID:field` with its field.
 *
 * `after` is what has happened in the school just before; without it the school is as it was made.
 */
export type Row = readonly [call: string, input: Readonly<Record<string, unknown>>, answers: string, after?: State]
