import { adminPages } from '@tongchuang/contract/paths.ts'
import { providersAdmin as calls } from '@tongchuang/contract/providers.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { copyAndTell } from '@tongchuang/ui/copy-text.ts'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { ProviderSign } from '@tongchuang/ui/provider-buttons.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { providersKey } from '../../queries/keys.ts'
import { ProviderDialog } from './provider-dialog.tsx'
import styles from './providers.module.css'
import { freshOf, providersQuery, type Given, type ProviderSetUp } from './queries.ts'

const kinds = ['oidc', 'cas', 'wecom', 'dingtalk', 'feishu'] as const

/** One provider: whether it answers, who logs in with it, and the data to register there. */
const ProviderRow = ({ provider, onEdit }: { provider: ProviderSetUp; onEdit: () => void }) => {
  const { providers } = useTexts()
  const language = useLanguage()
  const client = useQueryClient()
  const test = useMutation({
    mutationFn: () => send(calls.test, { id: provider.id }),
    onSettled: () => client.invalidateQueries({ queryKey: providersKey }),
  })
  const { name, kind, enabled, down_since, linked, return_address } = provider
  const state = !enabled
    ? providers.off
    : down_since === null
      ? providers.on
      : providers.downSince(formatMoment(down_since, language))
  const copy = () => void copyAndTell(return_address)
  return (
    <li>
      <ProviderSign kind={kind} />
      <div>
        <b>{name}</b>
        <small>{[providers.kinds[kind], state, providers.linked(linked)].join(' · ')}</small>
        {return_address !== '' && (
          <small className={styles.address}>
            {providers.returnAddress}
            <code>{return_address}</code>
            <button type="button" className="link" onClick={copy}>
              {providers.copy}
            </button>
          </small>
        )}
        <div aria-live="polite">
          {test.data && (
            <p className={test.data.problem === '' ? styles.good : styles.bad}>
              {test.data.problem === '' ? <CircleCheck size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
              {test.data.problem === '' ? providers.answers(test.data.took_ms) : test.data.problem}
            </p>
          )}
        </div>
      </div>
      <span className={styles.buttons}>
        <Button size="small" aria-label={providers.testOf(name)} busy={test.isPending} onClick={() => test.mutate()}>
          {providers.test}
        </Button>
        <Button size="small" tone="text" aria-label={providers.edit(name)} onClick={onEdit}>
          {providers.change}
        </Button>
      </span>
    </li>
  )
}

/** The log-in providers: adding, testing and changing them. */
export const Providers = () => {
  const { providers, shell } = useTexts()
  const { data, error, refetch } = useQuery(providersQuery)
  const [editing, setEditing] = useState<{ before: ProviderSetUp | null; fresh: Given } | null>(null)
  const begin = (kind: Given['kind']) => setEditing({ before: null, fresh: freshOf(kind, providers.names[kind]) })
  const lacksAddress =
    data !== undefined && data.length > 0 && data.every(({ return_address }) => return_address === '')
  return (
    <>
      <PageHead title={providers.title} lead={providers.lead} />
      <div className={styles.page}>
        <p className={styles.back}>
          <Link className="link" to={adminPages.settings}>
            {shell.titles.settings}
          </Link>
        </p>
        {lacksAddress && <Notice title={providers.noAddress}>{providers.noAddressHint}</Notice>}
        {error && !data && <RegionError what={providers.failed} error={error} onRetry={() => void refetch()} />}
        {!error && !data && <SkeletonList count={3} height={72} gap={8} />}
        {data?.length === 0 && <EmptyState title={providers.none}>{providers.noneHint}</EmptyState>}
        <ul className={styles.rows}>
          {data?.map((provider) => (
            <ProviderRow
              key={provider.id}
              provider={provider}
              onEdit={() => setEditing({ before: provider, fresh: freshOf(provider.kind, provider.name) })}
            />
          ))}
        </ul>
        {data && (
          <section aria-labelledby="add-provider">
            <h2 id="add-provider">{providers.add}</h2>
            <div className={styles.kinds}>
              {kinds.map((kind) => (
                <Button key={kind} onClick={() => begin(kind)}>
                  <ProviderSign kind={kind} />
                  {providers.kinds[kind]}
                </Button>
              ))}
            </div>
          </section>
        )}
      </div>
      {editing && <ProviderDialog before={editing.before} fresh={editing.fresh} onClose={() => setEditing(null)} />}
    </>
  )
}
