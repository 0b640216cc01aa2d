/** Whether a text, such as a reason, a kind or a file extension, is an own key of an object. */
export const isKeyOf = <T extends object>(all: T, name: PropertyKey): name is keyof T => Object.hasOwn(all, name)
