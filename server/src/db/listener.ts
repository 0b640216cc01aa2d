import pg from 'pg'
import { clientConfig } from './postgres-client.ts'
import { presenceName, type Presence } from './presence.ts'

export type Listener = {
  listen: (channel: string, hear: (payload: string) => void) => Promise<() => void>
  close: () => Promise<void>
}

const CHANNEL = /^[a-z_]+$/

type ListenerOptions = { timeoutMs: number; as: Presence; onError: (error: Error) => void }

/**
 * Receives each NOTIFY on a connection of its own and reconnects when that is lost. The connection says what its
 * process does.
 */
export const createListener = (url: string, { timeoutMs, as, onError }: ListenerOptions): Listener => {
  const ears = new Map<string, Set<(payload: string) => void>>()
  let client: pg.Client | null = null
  let connecting: Promise<void> | null = null
  let retry: NodeJS.Timeout | null = null
  let isClosed = false

  const tell = (channel: string, payload: string) => {
    for (const hear of ears.get(channel) ?? []) setImmediate(hear, payload)
  }

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ ...clientConfig(url, timeoutMs), application_name: presenceName(as) })
    const lost = (error: Error) => {
      if (client !== next) return
      client = null
      next.end().catch(onError)
      onError(error)
      later()
    }
    next.on('error', lost)
    next.on('end', () => lost(new Error('the listening connection ended')))
    next.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
    try {
      await next.connect()
      for (const channel of ears.keys()) await next.query(`listen ${channel}`)
      client = next
    } catch (error) {
      next.end().catch(onError)
      onError(error as Error)
      later()
    }
  }

  const ensure = (): Promise<void> => {
    connecting ??= connect().finally(() => {
      connecting = null
    })
    return connecting
  }

  const later = () => {
    if (isClosed || retry !== null) return
    retry = setTimeout(async () => {
      retry = null
      await ensure()
      // Notifications sent meanwhile are lost: an empty payload tells each listener to read the current state.
      if (client !== null) for (const channel of ears.keys()) tell(channel, '')
    }, 1000)
    retry.unref()
  }

  return {
    listen: async (channel, hear) => {
      if (!CHANNEL.test(channel)) throw new TypeError(`not a channel: ${channel}`)
      const listeners = ears.get(channel) ?? new Set()
      ears.set(channel, listeners)
      listeners.add(hear)
      if (client === null) await ensure()
      // A second listen on one channel does nothing, so the order of arrival does not matter.
      await client?.query(`listen ${channel}`).catch(onError)
      return () => void listeners.delete(hear)
    },
    close: async () => {
      isClosed = true
      if (retry !== null) clearTimeout(retry)
      await connecting
      const last = client
      client = null
      await last?.end().catch(onError)
    },
  }
}
