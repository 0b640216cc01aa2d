import { CallFailed } from '@tongchuang/contract/sender.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import shared from './moderation.module.css'
import { useChange, type Guild, type Work } from './queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import styles from './works.module.css'

/** The id of the note above the works of an archived guild that explains why no more can be picked. */
export const archivedNoteId = 'archived-guild'

type Open = 'pick' | 'unpick' | 'hide' | 'refuse' | null

/** The decisions about one work that are being sent, and the open dialog. */
const useWorkActs = () => {
  const [open, setOpen] = useState<Open>(null)
  const pick = useChange(worksAdmin.pick)
  const unpick = useChange(worksAdmin.unpick)
  const hide = useChange(worksAdmin.hide)
  const show = useChange(worksAdmin.show)
  const share = useChange(worksAdmin.answerShare)
  const close = () => setOpen(null)
  const said = (text: string) => () => {
    showToast(text, 'success')
    close()
  }
  const say = (text: string) => ({ onSuccess: said(text) })
  return { open, setOpen, close, said, say, pick, unpick, hide, show, share }
}

type Part = { work: Work; guild: Guild; title: string; acts: ReturnType<typeof useWorkActs> }

const ShareActs = ({ work, title, acts: { share, open, setOpen, say } }: Part) => {
  const { moderation } = useTexts()
  return (
    <>
      <Button size="small" aria-label={moderation.of(moderation.refuseShare, title)} onClick={() => setOpen('refuse')}>
        {moderation.refuseShare}
      </Button>
      <Button
        size="small"
        tone="primary"
        aria-label={moderation.of(moderation.grantShare, title)}
        busy={share.isPending && open === null}
        onClick={() =>
          share.mutate({ submit_id: work.submit_id, share: work.share, grant: true }, say(moderation.granted))
        }
      >
        {moderation.grantShare}
      </Button>
    </>
  )
}

const PickActs = ({ work, guild: { may, status }, title, acts: { pick, open, setOpen, say } }: Part) => {
  const { moderation } = useTexts()
  const { submit_id } = work
  const state = work.pick?.status ?? 'none'
  const seen = work.pick && { status: work.pick.status, reason: work.pick.reason }
  const settled = status === 'archived' && { blocked: true, 'aria-describedby': archivedNoteId }
  // An assistant proposes a pick; one that a teacher agreed to can be withdrawn only by a teacher.
  const mayUnpick = may.review && (state === 'proposed' || (state === 'agreed' && may.teach))
  return (
    <>
      {state === 'proposed' && may.teach && (
        <Button
          size="small"
          tone="primary"
          aria-label={moderation.of(moderation.agree, title)}
          busy={pick.isPending && open === null}
          {...settled}
          onClick={() => pick.mutate({ submit_id, seen }, say(moderation.agreed))}
        >
          {moderation.agree}
        </Button>
      )}
      {state === 'none' && may.review && (
        <Button
          size="small"
          {...settled}
          aria-label={moderation.of(may.teach ? moderation.pick : moderation.propose, title)}
          onClick={() => setOpen('pick')}
        >
          {may.teach ? moderation.pick : moderation.propose}
        </Button>
      )}
      {mayUnpick && (
        <Button
          size="small"
          tone="text"
          {...settled}
          aria-label={moderation.of(moderation.unpick[state], title)}
          onClick={() => setOpen('unpick')}
        >
          {moderation.unpick[state]}
        </Button>
      )}
    </>
  )
}

const VisibilityAct = ({ work: { submit_id, hidden }, title, acts: { show, setOpen, say } }: Part) => {
  const { moderation } = useTexts()
  return hidden ? (
    <Button
      size="small"
      tone="text"
      aria-label={moderation.of(moderation.restore, title)}
      busy={show.isPending}
      onClick={() => show.mutate({ submit_id }, say(moderation.shownAgain))}
    >
      {moderation.restore}
    </Button>
  ) : (
    <Button size="small" tone="text" aria-label={moderation.of(moderation.hide, title)} onClick={() => setOpen('hide')}>
      {moderation.hide}
    </Button>
  )
}

/** The dialogs of decisions that need a reason: picking a work, hiding it, or refusing to share it. */
const ReasonDialogs = ({ work: { submit_id, share: wanted }, guild: { may }, title, acts }: Part) => {
  const { moderation } = useTexts()
  const { open, close, said, pick, hide, share } = acts
  return (
    <>
      {open === 'pick' && (
        <ReasonDialog
          about={`pick:${submit_id}`}
          title={moderation.pickTitle(title)}
          text={may.teach ? moderation.pickText : moderation.proposeText}
          label={moderation.pickReason}
          action={may.teach ? moderation.pick : moderation.propose}
          least={1}
          busy={pick.isPending}
          onGo={(reason) =>
            pick
              .mutateAsync({ submit_id, reason, seen: null })
              .then(said(may.teach ? moderation.pickedNow : moderation.proposedNow))
              .catch((error: unknown) => {
                // The page behind shows the colleague’s reason; the text typed here is kept.
                if (error instanceof CallFailed && error.reason === 'CHANGED') close()
                throw error
              })
          }
          onClose={close}
        />
      )}
      {open === 'hide' && (
        <ReasonDialog
          about={`work:${submit_id}`}
          title={moderation.hideWork}
          text={moderation.hideWorkText}
          label={moderation.reason}
          action={moderation.hide}
          danger
          busy={hide.isPending}
          onGo={(reason) => hide.mutateAsync({ submit_id, reason }).then(said(moderation.hid))}
          onClose={close}
        />
      )}
      {open === 'refuse' && (
        <ReasonDialog
          about={`share:${submit_id}`}
          title={moderation.refuseTitle(title)}
          text={moderation.refuseText}
          label={moderation.refuseWord}
          action={moderation.refuseShare}
          least={0}
          busy={share.isPending}
          onGo={(answer) =>
            share
              .mutateAsync({ submit_id, share: wanted, grant: false, ...(answer && { answer }) })
              .then(said(moderation.refused))
          }
          onClose={close}
        />
      )}
    </>
  )
}

const UnpickDialog = ({ work, title, acts: { unpick, close, say } }: Part) => {
  const { moderation } = useTexts()
  const { submit_id } = work
  const state = work.pick?.status ?? 'none'
  return (
    <Dialog
      title={state === 'proposed' ? moderation.declineTitle(title) : moderation.unpickTitle(title)}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{moderation.cancel}</Button>
          <Button
            tone="danger"
            busy={unpick.isPending}
            onClick={() =>
              unpick.mutate({ submit_id, ...(state !== 'none' && { was: state }) }, say(moderation.unpicked))
            }
          >
            {moderation.unpick[state]}
          </Button>
        </>
      }
    >
      <p>{state === 'proposed' ? moderation.declineText : moderation.unpickText}</p>
    </Dialog>
  )
}

/** The decisions available for a work: only those that the guild permits the user and its state allows. */
export const WorkActs = ({ work, guild, title }: Omit<Part, 'acts'>) => {
  const acts = useWorkActs()
  const part = { work, guild, title, acts }
  return (
    <div className={`${shared.acts} ${styles.acts}`}>
      {work.share_state === 'waiting' && guild.may.moderate && <ShareActs {...part} />}
      <PickActs {...part} />
      {guild.may.moderate && <VisibilityAct {...part} />}
      <ReasonDialogs {...part} />
      {acts.open === 'unpick' && <UnpickDialog {...part} />}
    </div>
  )
}
