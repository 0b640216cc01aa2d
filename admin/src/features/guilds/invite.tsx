import { adminPaths } from '@tongchuang/contract/paths.ts'
import { isNotFound } from '@tongchuang/contract/sender.ts'
import { isLocalAddress } from '@tongchuang/contract/web-address.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { copyAndTell } from '@tongchuang/ui/copy-text.ts'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { PageFailure } from '@tongchuang/ui/page-failure.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Copy, Presentation, RefreshCw } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './guilds.module.css'
import poster from './poster.module.css'
import { guildQuery, useNewCode } from './queries.ts'
import type { Guild } from './queries.ts'

const QrCode = lazyPart(() => import('@tongchuang/ui/qr-code.tsx').then((module) => module.QrCode))

/** The code in two halves of four characters, which are easier to read out. */
const spoken = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** The invite code of the guild. */
export const InviteCard = ({ guild }: { guild: Guild }) => {
  const { guilds } = useTexts()
  const { invite } = guilds
  const renew = useNewCode(guild.id)
  const [asking, setAsking] = useState(false)
  const isArchived = guild.status === 'archived'
  return (
    <section className={styles.card} aria-labelledby="invite">
      <header>
        <h2 id="invite">{invite.title}</h2>
      </header>
      <p className={styles.code}>
        <b className="num">{spoken(guild.invite_code)}</b>
        <button
          type="button"
          aria-label={invite.copy}
          title={invite.copy}
          onClick={() => void copyAndTell(spoken(guild.invite_code))}
        >
          <Copy size={18} aria-hidden />
        </button>
      </p>
      <p className={styles.quiet}>{isArchived ? invite.archived : invite.hint}</p>
      <div className={styles.actions}>
        {!isArchived && (
          <Link className={buttonClass('plain', 'small')} to={adminPaths.invite(guild.id)}>
            <Presentation size={16} aria-hidden />
            {invite.project}
          </Link>
        )}
        {guild.may.lead && (
          <Button size="small" onClick={() => setAsking(true)}>
            <RefreshCw size={16} aria-hidden />
            {invite.renew}
          </Button>
        )}
      </div>
      {asking && (
        <Dialog
          title={invite.renewTitle}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{guilds.cancel}</Button>
              <Button
                tone="danger"
                busy={renew.isPending}
                onClick={() => renew.mutate(undefined, { onSuccess: () => setAsking(false) })}
              >
                {invite.renew}
              </Button>
            </>
          }
        >
          <p>{invite.renewText}</p>
        </Dialog>
      )}
    </section>
  )
}

/** The invite code for a projector: as large as the screen allows, dark on white. */
export const InvitePoster = ({ guild_id, absent }: { guild_id: number; absent: ReactNode }) => {
  const { guilds, shell } = useTexts()
  const { invite } = guilds
  const { data: guild, error, refetch } = useQuery({ ...guildQuery(guild_id), enabled: guild_id > 0 })
  if (guild_id === 0 || isNotFound(error)) return absent
  if (error && !guild) return <PageFailure title={shell.titles.invite} error={error} onRetry={() => void refetch()} />
  if (!guild)
    return (
      <div className={poster.poster}>
        <Skeleton height="5vh" width="min(60vw, 20ch)" />
        <Skeleton height="min(56vh, 80vw)" width="min(56vh, 80vw)" />
        <Skeleton height="min(11vh, 11vw)" width="min(80vw, 60vh)" />
      </div>
    )
  return (
    <div className={poster.poster}>
      <Link className={buttonClass('text')} to={adminPaths.guild(guild.id, 'settings')}>
        {invite.back}
      </Link>
      <h1>{guild.name}</h1>
      <Suspense fallback={<div className={poster.qr} />}>
        <QrCode
          text={guild.invite_url}
          label={invite.qr(spoken(guild.invite_code))}
          ink="#14181f"
          className={poster.qr}
        />
      </Suspense>
      <p className={poster.bigCode}>{spoken(guild.invite_code)}</p>
      <p>{invite.scan}</p>
      {isLocalAddress(guild.invite_url) && (
        <Notice title={guilds.localAddress}>{guilds.localAddressText(guild.invite_url)}</Notice>
      )}
    </div>
  )
}
