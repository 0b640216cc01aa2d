/**
 * lost: acknowledged but missing. doubled: present more than once. torn: only partly present. state: present in a state
 * that the rules or earlier answers rule out.
 */
export type Finding = { kind: 'lost' | 'doubled' | 'torn' | 'state'; what: string }
