import { providersAdmin as calls } from '@tongchuang/contract/providers.admin.ts'
import { LinkedAccounts, useFinishedLink, type LinkCalls } from '@tongchuang/ui/linked-accounts.tsx'
import { useMe } from '@tongchuang/ui/me.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import { identitiesKey } from '../../queries/keys.ts'
import styles from './account-settings.module.css'

const links: LinkCalls = {
  link: (said) => sendQuietly(calls.link, said),
  finish: (code) => sendQuietly(calls.finishLink, { code }),
  unlink: (provider_id) => sendQuietly(calls.unlink, { provider_id }),
}

/** The user’s accounts at the log-in providers; absent if the school has no provider. */
export const SchoolAccounts = () => {
  const { account } = useTexts()
  const me = useMe()
  const { data, error, refetch } = useQuery({
    queryKey: identitiesKey,
    queryFn: () => sendQuietly(calls.identities),
  })
  useFinishedLink(identitiesKey, links)
  // Empty or still loading: a school without providers must not see this part appear and vanish.
  const isNothing = data ? data.length === 0 : !error
  if (isNothing) return null
  return (
    <section aria-labelledby="school-accounts">
      <h2 id="school-accounts">{account.schoolAccounts}</h2>
      <p className={styles.text}>{me.second_factor ? account.schoolAccountsText : account.schoolAccountsFactor}</p>
      {data ? (
        <LinkedAccounts
          identities={me.second_factor ? data : data.filter(({ linked_at }) => linked_at !== null)}
          queryKey={identitiesKey}
          calls={links}
          needsCode
        />
      ) : (
        <RegionError error={error} onRetry={() => void refetch()} />
      )}
    </section>
  )
}
