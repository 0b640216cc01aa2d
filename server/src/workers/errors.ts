import { Refusal } from '@tongchuang/contract/errors.ts'

/** A task reached its deadline or its memory; its thread is gone and another one takes its place. */
export class TooComplex extends Refusal {
  constructor() {
    super('TOO_COMPLEX')
  }
}

/** Too many tasks wait already; a later request may succeed. */
export class Overloaded extends Refusal {
  constructor() {
    super('BUSY')
  }
}
