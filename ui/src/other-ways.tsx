import { providers as calls } from '@tongchuang/contract/providers.ts'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { failureText } from './fetch-transport.ts'
import { noteSetOut, silentAmong } from './log-in-apps.ts'
import { Notice } from './notice.tsx'
import { ProviderButtons, ProvidersDown, type OfferedProvider } from './provider-buttons.tsx'
import { sendQuietly } from './send.ts'

type Site = 'student' | 'admin'

/** Sends the browser to a provider’s log-in; returns the failure, or null. */
export const setOutFor = async (provider: OfferedProvider, door: Site, in_app: boolean): Promise<unknown> => {
  const redirect = new URLSearchParams(location.search).get('redirect') ?? ''
  try {
    noteSetOut({ name: provider.name, kind: provider.kind, in_app })
    const { url } = await sendQuietly(calls.begin, {
      provider_id: provider.id,
      door,
      ...(redirect.length > 0 && redirect.length <= 1_000 && { redirect }),
      ...(in_app && { in_app }),
    })
    location.assign(url)
    return null
  } catch (failure) {
    return failure
  }
}

const againMs = 60_000

/**
 * The providers offered, read again every minute while one of them is down or they cannot be read; the password works
 * without them.
 */
const useOffered = (onOffered: (offered: readonly OfferedProvider[]) => void): readonly OfferedProvider[] => {
  const [offered, setOffered] = useState<readonly OfferedProvider[]>([])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      const list = await sendQuietly(calls.list).catch(() => null)
      if (list) {
        setOffered(list)
        onOffered(list)
      }
      if (!list || list.some(({ down_since }) => down_since !== null)) timer = setTimeout(() => void ask(), againMs)
    }
    void ask()
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- who hears of it stays the same page
  }, [])
  return offered
}

export type OtherWaysProps = {
  door: Site
  /** Receives what is shown above the form: the providers that are down, and what went wrong. */
  onAbove: (above: ReactNode) => void
  /** The failure that led to this page. */
  problem?: string | null | undefined
  /** Called with the provider whose log-in begins by itself. */
  onSilent: (provider: OfferedProvider) => void
}

/** The log-in providers besides the password; nothing if the school has set up none. */
export const OtherWays = ({ door, problem: before, onAbove, onSilent }: OtherWaysProps) => {
  const [busy, setBusy] = useState<number | null>(null)
  const [problem, setProblem] = useState(before ?? null)
  const offered = useOffered((list) => {
    const silent = silentAmong(list, navigator.userAgent)
    if (silent) onSilent(silent)
  })
  useEffect(() => {
    onAbove(
      <>
        <ProvidersDown offered={offered} />
        <div role="alert">{problem && <Notice title={problem} />}</div>
      </>,
    )
  }, [offered, problem, onAbove])
  return (
    <ProviderButtons
      offered={offered}
      busy={busy}
      onPress={(provider) => {
        setBusy(provider.id)
        void setOutFor(provider, door, false).then((failure) => {
          // The page is being left; if it is restored from the history, the buttons work again.
          setBusy(null)
          if (failure) setProblem(failureText(failure))
        })
      }}
    />
  )
}
