/** The nine hues; a guild’s flag and drawings use one of them. */
export const hues = ['tech', 'art', 'lit', 'science', 'music', 'sport', 'service', 'history', 'math'] as const
export type Hue = (typeof hues)[number]

/** The hue of a name; the first one for a name that is none. */
export const hueOf = (name: string): Hue => hues.find((hue) => hue === name) ?? 'tech'
