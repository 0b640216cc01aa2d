/** What the people of the load have asked for and what they were told: the one side of every comparison. */

export type StoredFile = { id: number; size: number; sha256: string }

/** What is asked, by the kind of operation. */
type Asked = {
  accept: { task_id: number }
  /** `draft_version`: what the server will say once it is kept. */
  draft: { task_id: number; content: string; draft_version: number }
  submit: { task_id: number; key: string; content: string; files: readonly StoredFile[] }
  withdraw: { submit_id: number }
  upload: { size: number; sha256: string }
  post: { task_id: number; key: string; content: string }
  like: { discussion_id: number }
  decide: { submit_id: number; isHeld: boolean }
  release: { task_id: number; result_ids: readonly number[] }
  import: { guild_id: number; student_nos: readonly string[] }
  backup: Record<string, never>
}

/** What an acknowledgement says. */
type Told = {
  accept: { id: number }
  draft: { draft_version: number }
  submit: { submit_id: number; version: number; receipt_no: string; sha256: readonly string[] }
  withdraw: Record<string, never>
  upload: { id: number }
  post: { id: number }
  like: Record<string, never>
  decide: { result_id: number }
  release: Record<string, never>
  import: { id: number }
  backup: { name: string }
}

export type Kind = keyof Asked

/** `doubtful`: no answer came, it may be there or not, but whole and once. */
export type Operation<K extends Kind = Kind> = {
  readonly kind: K
  readonly person: number
  readonly asked: Asked[K]
  state: 'doubtful' | 'acknowledged' | 'refused'
  told: Told[K] | null
}

export type Acknowledged<K extends Kind> = Operation<K> & { told: Told[K] }

export type Journal = {
  begin: <K extends Kind>(kind: K, person: number, asked: Asked[K]) => Operation<K>
  all: <K extends Kind>(kind: K) => readonly Operation<K>[]
  acknowledged: <K extends Kind>(kind: K) => readonly Acknowledged<K>[]
  /** How many operations were answered as done. */
  count: () => number
  /** Answers that contradict an earlier one, or refuse what nothing speaks against. */
  readonly contradictions: string[]
}

export const createJournal = (): Journal => {
  const operations: Operation[] = []
  const all = <K extends Kind>(kind: K) => operations.filter((one) => one.kind === kind) as unknown as Operation<K>[]
  return {
    begin: (kind, person, asked) => {
      const operation: Operation<typeof kind> = { kind, person, asked, state: 'doubtful', told: null }
      operations.push(operation as unknown as Operation)
      return operation
    },
    all,
    acknowledged: <K extends Kind>(kind: K) =>
      all(kind).filter((one): one is Acknowledged<K> => one.state === 'acknowledged' && one.told !== null),
    count: () => operations.filter(({ state }) => state === 'acknowledged').length,
    contradictions: [],
  }
}
