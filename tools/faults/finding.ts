/**
 * lost: acknowledged and not there. doubled: there more than once. torn: half of it is there. state: it is there and
 * cannot be, by the rules or by what was answered before.
 */
export type Finding = { kind: 'lost' | 'doubled' | 'torn' | 'state'; what: string }
