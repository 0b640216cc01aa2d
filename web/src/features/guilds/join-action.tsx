import type { GuildCard } from '@tongchuang/contract/catalog.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { Suspense, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { useCancelJoin, useJoin } from './queries.ts'
import { standingTo } from './standing.ts'

const AskDialog = lazyPart(() => import('./ask-dialog.tsx').then((module) => module.AskDialog))
const CodeDialog = lazyPart(() => import('./code-dialog.tsx').then((module) => module.CodeDialog))

/** The one button by which a student joins a guild; `reasonId` names the element that explains it. */
export const JoinAction = ({
  guild,
  reasonId,
  size = 'normal',
}: {
  guild: GuildCard
  reasonId: string
  size?: 'normal' | 'big'
}) => {
  const { guilds } = useTexts()
  const [asking, setAsking] = useState(false)
  const join = useJoin({ open: true })
  const cancel = useCancelJoin()
  const standing = standingTo(guild)
  const props = { size, 'aria-describedby': reasonId }
  const named = (words: string) => (
    <>
      {words}
      <span className="vh"> {guild.name}</span>
    </>
  )
  switch (standing) {
    case 'member':
    case 'staff':
      return null
    case 'pending':
      return (
        <Button
          {...props}
          busy={cancel.isPending}
          onClick={() => cancel.mutate(guild.id, { onSuccess: () => showToast(guilds.withdrawn, 'success') })}
        >
          {named(guilds.withdraw)}
        </Button>
      )
    case 'full':
    case 'closed':
      return (
        <Button {...props} blocked>
          {named(guilds.join)}
        </Button>
      )
    case 'open':
      return (
        <Button {...props} tone="primary" busy={join.isPending} onClick={() => join.mutate({ guild_id: guild.id })}>
          {named(guilds.join)}
        </Button>
      )
    default: {
      const Form = standing === 'code' ? CodeDialog : AskDialog
      return (
        <>
          <Button {...props} onClick={() => setAsking(true)}>
            {named(standing === 'code' ? guilds.code : guilds.ask)}
          </Button>
          <Suspense>{asking && <Form guild={guild} onClose={() => setAsking(false)} />}</Suspense>
        </>
      )
    }
  }
}
