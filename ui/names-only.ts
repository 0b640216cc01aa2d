/**
 * Takes the place of typebox in the browser: a call needs its method and path there, its schema is the server's to check.
 * Only what one schema takes from another stays: the fields of an object.
 */
const nothing = () => ({})

export {
  nothing as Array,
  nothing as Boolean,
  nothing as Enum,
  nothing as Integer,
  nothing as Literal,
  nothing as Null,
  nothing as Number,
}
export { nothing as Optional, nothing as Record, nothing as String, nothing as Union }

const objectOf = (properties: object) => ({ properties })
export { objectOf as Object }
