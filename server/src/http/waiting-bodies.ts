import type { FastifyReply, FastifyRequest } from 'fastify'

/** The most bytes of a call’s body; files pass through piece by piece. */
export const longestBody = 2 ** 20

/** Bytes of a body that are read into memory; one that comes in pieces does not say how many. */
const announced = ({ headers, routeOptions }: FastifyRequest): number => {
  if (routeOptions.config.timeoutMs !== undefined) return 0
  const said = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : longestBody
  return said > 0 ? Math.min(said, longestBody) : 0
}

/** The requests whose bodies are still to come, the one that has waited longest first. */
export const createWaiting = (most: number, mostBytes: number) => {
  const waiting = new Map<FastifyReply, number>()
  let bytes = 0
  return {
    add: (request: FastifyRequest, reply: FastifyReply): void => {
      const more = announced(request)
      waiting.set(reply, more)
      bytes += more
    },
    /** Removes a request; returns whether it was waiting. */
    end: (reply: FastifyReply): boolean => {
      bytes -= waiting.get(reply) ?? 0
      return waiting.delete(reply)
    },
    /** The requests to give up, longest waiting first, until their number and bytes are within the limits. */
    *tooMany(): Generator<FastifyReply> {
      for (const reply of waiting.keys()) {
        if (waiting.size <= most && bytes <= mostBytes) return
        yield reply
      }
    },
  }
}
