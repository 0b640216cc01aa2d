/** The thing an appeal's notices are about. */
export const aboutAppeal = (id: number): string => `appeal:${id}`

/** The thing the notices of a request for more time are about. */
export const aboutExtension = (id: number): string => `extension:${id}`
