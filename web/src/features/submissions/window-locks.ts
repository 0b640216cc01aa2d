/** What a window says to the others: that it wants the lock of a name, or that the lock is taken. */
type Word = { name: string; window: string; says: 'asks' | 'holds' }
type Channel = Pick<BroadcastChannel, 'postMessage'> & {
  addEventListener: (type: 'message', hear: (event: MessageEvent) => void) => void
}

/** The one way of locking that is needed here: what runs gets null if another holds the lock. */
export type Locks = {
  request: (name: string, options: { ifAvailable: true }, run: (lock: object | null) => Promise<void>) => Promise<void>
}

/**
 * Locks between the windows of a browser on a page without https, where the browser has none. Whoever wants one asks
 * the other windows; who holds it says so, and of two that ask at once the lesser name gets it. A window that is gone
 * says nothing, so nothing stays locked.
 */
export const createWindowLocks = (channel: Channel, window: string, answered: () => Promise<unknown>): Locks => {
  const held = new Map<string, 'asking' | 'holding' | 'lost'>()
  const say = (name: string, says: Word['says']) => channel.postMessage({ name, window, says } satisfies Word)
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    const state = held.get(data.name)
    if (data.says === 'holds') {
      if (state === 'asking') held.set(data.name, 'lost')
    } else if (state === 'holding' || (state === 'asking' && window < data.window)) say(data.name, 'holds')
    else if (state === 'asking') held.set(data.name, 'lost')
  })
  return {
    request: async (name, _, run) => {
      if (held.has(name)) return run(null)
      held.set(name, 'asking')
      try {
        say(name, 'asks')
        await answered()
        const isMine = held.get(name) === 'asking'
        if (isMine) held.set(name, 'holding')
        await run(isMine ? { name } : null)
      } finally {
        held.delete(name)
      }
    },
  }
}
