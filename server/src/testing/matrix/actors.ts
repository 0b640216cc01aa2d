/** The student callers. `owner` and `mate` are in the guild the objects belong to; `stranger` has left it. */
export const students = ['owner', 'mate', 'stranger'] as const
/**
 * `assistant` has every switch of the guild, `helper` none; `other` has left it too, and teaches the stranger's guild.
 */
export const staff = ['teacher', 'other', 'assistant', 'helper', 'admin'] as const
export type Actor = (typeof students)[number] | (typeof staff)[number]
