import { providers as calls } from '@tongchuang/contract/providers.ts'
import { LinkedAccounts, useFinishedLink, type LinkCalls } from '@tongchuang/ui/linked-accounts.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import { identitiesKey } from '../../queries/keys.ts'
import { SettingsPart } from './settings-part.tsx'

const links: LinkCalls = {
  link: ({ provider_id, password }) => sendQuietly(calls.link, { provider_id, password }),
  finish: (code) => sendQuietly(calls.finishLink, { code }),
  unlink: (provider_id) => sendQuietly(calls.unlink, { provider_id }),
}

/** The accounts used to log in besides the password; nothing if the school has no log-in provider. */
export const SchoolAccounts = () => {
  const { center } = useTexts()
  const { data, error, refetch } = useQuery({
    queryKey: identitiesKey,
    queryFn: () => sendQuietly(calls.identities),
  })
  useFinishedLink(identitiesKey, links)
  // No provider is set up, or the response is pending: schools without one must not see this part appear and vanish.
  const isNothing = data ? data.length === 0 : !error
  if (isNothing) return null
  return (
    <SettingsPart title={center.security} hint={center.securityHint}>
      {data ? (
        <LinkedAccounts identities={data} queryKey={identitiesKey} calls={links} />
      ) : (
        <RegionError what={center.securityFailed} error={error} onRetry={() => void refetch()} />
      )}
    </SettingsPart>
  )
}
