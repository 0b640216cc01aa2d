type Refusal = { reason: string; data: Record<string, unknown>; message: string }

/**
 * What a call was refused with; `done` where it was not. An error of another kind than a refusal gives its message as
 * the reason.
 */
export const refusal = (call: Promise<unknown>): Promise<Refusal> =>
  call.then(
    () => ({ reason: 'done', data: {}, message: '' }),
    ({ reason, data, message }: { reason?: string; data?: Record<string, unknown>; message: string }) => ({
      reason: reason || message,
      data: data ?? {},
      message,
    }),
  )

/** Its reason alone. */
export const reasonOf = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).reason
