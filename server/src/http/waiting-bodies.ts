import type { FastifyReply, FastifyRequest } from 'fastify'

/** Bytes that a call takes at most; what carries files goes through piece by piece. */
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
    /** It waits no more; answers whether it did. */
    end: (reply: FastifyReply): boolean => {
      bytes -= waiting.get(reply) ?? 0
      return waiting.delete(reply)
    },
    /** Those that are too many, or have too much to come. */
    *tooMany(): Generator<FastifyReply> {
      for (const reply of waiting.keys()) {
        if (waiting.size <= most && bytes <= mostBytes) return
        yield reply
      }
    },
  }
}
