/** Whether a record has a name of its own: a reason, a kind or an ending that came as a text. */
export const isKeyOf = <T extends object>(all: T, name: PropertyKey): name is keyof T => Object.hasOwn(all, name)
