import type { Reason, RefusalData } from '@tongchuang/contract/errors.ts'

/** What a thread is told to do. */
export type Order = { module: string; name: string; input: unknown }

/** A report from a thread: first that the module is loaded and the work begins, then how it ended. */
export type Report =
  | { kind: 'begun' }
  /** `heldMb`: memory the engine holds for the thread afterwards, objects and buffers. */
  | { kind: 'done'; output: unknown; heldMb: number }
  | { kind: 'refused'; reason: Reason; data: RefusalData }
  | { kind: 'exhausted' }
  | { kind: 'failed'; message: string; stack: string | undefined }
