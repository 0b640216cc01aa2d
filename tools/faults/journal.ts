/** What the simulated users have requested and what the server answered: one side of every comparison. */

export type StoredFile = { id: number; size: number; sha256: string }

/** The input of each kind of operation. */
type Asked = {
  accept: { task_id: number }
  /** `draft_version`: the version the server will answer once the draft is saved. */
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

/** What the acknowledgement of each kind of operation contains. */
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

/** `doubtful`: no answer came; the operation may or may not have taken effect, but wholly and only once. */
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
  /** The number of operations answered as done. */
  count: () => number
  /** Answers that contradict an earlier one, or refusals without a valid reason. */
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
