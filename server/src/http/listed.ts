import { ofTheServer } from '@tongchuang/contract/any-call.ts'
import type { Call } from '@tongchuang/contract/call.ts'
import { Refusal, type Reason } from '@tongchuang/contract/errors.ts'

const isListed = ({ refusals }: Pick<Call, 'refusals'>, reason: Reason): boolean =>
  refusals.includes(reason) || ofTheServer.some((one) => one === reason)

/**
 * A handler that fails where it refuses with a reason that the contract does not list for its call. Used in tests: the
 * API document is made from the contract, and whoever writes to it must be able to foresee every refusal.
 */
export const onlyListed =
  <I, P, O>(call: Pick<Call, 'path' | 'refusals'>, handler: (input: I, caller: P) => O | Promise<O>) =>
  async (input: I, caller: P): Promise<O> => {
    try {
      return await handler(input, caller)
    } catch (error) {
      if (error instanceof Refusal && !isListed(call, error.reason))
        throw new Error(`${call.path} refuses with ${error.reason}, which its contract does not list`, { cause: error })
      throw error
    }
  }
