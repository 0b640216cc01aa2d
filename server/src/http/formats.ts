import { Ajv, type Format } from 'ajv'

// Letters of no width (joiners, fillers, the empty braille cell) do not make a name visible.
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u
const instantForm = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.\d{1,3})?Z$/

/** Whether text survives the database unchanged: well-formed, and without the NUL that PostgreSQL cannot store. */
export const isText = (value: string): boolean => !value.includes('\0') && value.isWellFormed()

/** A moment that exists: the 30th of February is refused. */
export const isInstant = (value: string): boolean => {
  const form = instantForm.exec(value)
  if (!form) return false
  const at = Date.parse(value)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(form[1] ?? '')
}

const formats: Record<string, Format> = {
  text: isText,
  line: (value: string) => isText(value) && visible.test(value),
  instant: isInstant,
}

/**
 * The only schema validator; it never modifies its input. Errors carry the violated schema, which the sentences need.
 */
export const schemaChecker = () =>
  new Ajv({
    removeAdditional: false,
    coerceTypes: false,
    useDefaults: false,
    allErrors: false,
    verbose: true,
    strict: true,
    allowUnionTypes: true,
    formats,
  })
