/**
 * The JSON text of a value, as a column keeps it. The column says once what the text holds, as it says the type of any
 * other value; a reader cannot take it for something else.
 */
export type StoredJson<T> = string & { readonly holds?: () => T }

/** The value whose JSON text a column keeps. */
export const storedValue = <T>(json: StoredJson<T>): T => JSON.parse(json)
