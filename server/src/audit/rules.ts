/** Names of fields nobody may read again, not even an administrator. */
const secret = /password|secret|token|ticket|challenge|^(code|key)$/i

const longest = 200
const mostItems = 50

/** What is kept of an input: long texts cut, secrets left out, at any depth. */
export const redacted = (value: unknown, name = ''): unknown => {
  if (secret.test(name) && value !== undefined && value !== null) return '•••'
  if (typeof value === 'string') {
    const letters = [...value]
    return letters.length > longest ? `${letters.slice(0, longest).join('')}…` : value
  }
  if (Array.isArray(value)) return value.slice(0, mostItems).map((item) => redacted(item, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redacted(item, key)]))
  return value
}

type Target = { guild_id: number | null; task_id: number | null; submit_id: number | null }

/** The objects a write refers to, as far as its input names them; `id` belongs to the noun in the path. */
export const targetOf = (path: string, input: Readonly<Record<string, unknown>>): Target => {
  const noun = path.split('/')[3]
  const idOf = (field: string, own: string): number | null => {
    const value = input[field] ?? (noun === own ? input.id : undefined)
    return typeof value === 'number' ? value : null
  }
  return {
    guild_id: idOf('guild_id', 'guild'),
    task_id: idOf('task_id', 'task'),
    submit_id: idOf('submit_id', 'submit'),
  }
}
