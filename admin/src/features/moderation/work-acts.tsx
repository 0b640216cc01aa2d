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

/** Says above the works of an archived guild why nothing more is picked. */
export const archivedNoteId = 'archived-guild'

type Open = 'pick' | 'unpick' | 'hide' | 'refuse' | null

/** What somebody may decide about a work: only what the guild lets them, and what its state allows. */
export const WorkActs = ({ work, guild: { may, status }, title }: { work: Work; guild: Guild; title: string }) => {
  const { moderation } = useTexts()
  const [open, setOpen] = useState<Open>(null)
  const pick = useChange(worksAdmin.pick)
  const unpick = useChange(worksAdmin.unpick)
  const hide = useChange(worksAdmin.hide)
  const show = useChange(worksAdmin.show)
  const share = useChange(worksAdmin.answerShare)
  const { submit_id } = work
  const close = () => setOpen(null)
  const said = (text: string) => () => {
    showToast(text, 'success')
    close()
  }
  const say = (text: string) => ({ onSuccess: said(text) })
  const state = work.pick?.status ?? 'none'
  const settled = status === 'archived' && { blocked: true, 'aria-describedby': archivedNoteId }
  // An assistant proposes; what a teacher has agreed to only a teacher takes back.
  const mayUnpick = may.review && (state === 'proposed' || (state === 'agreed' && may.teach))
  return (
    <div className={`${shared.acts} ${styles.acts}`}>
      {work.share_state === 'waiting' && may.moderate && (
        <>
          <Button
            size="small"
            aria-label={moderation.of(moderation.refuseShare, title)}
            onClick={() => setOpen('refuse')}
          >
            {moderation.refuseShare}
          </Button>
          <Button
            size="small"
            tone="primary"
            aria-label={moderation.of(moderation.grantShare, title)}
            busy={share.isPending && open === null}
            onClick={() => share.mutate({ submit_id, grant: true }, say(moderation.granted))}
          >
            {moderation.grantShare}
          </Button>
        </>
      )}
      {state === 'proposed' && may.teach && (
        <Button
          size="small"
          tone="primary"
          aria-label={moderation.of(moderation.agree, title)}
          busy={pick.isPending && open === null}
          {...settled}
          onClick={() => pick.mutate({ submit_id }, say(moderation.agreed))}
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
      {may.moderate &&
        (work.hidden ? (
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
          <Button
            size="small"
            tone="text"
            aria-label={moderation.of(moderation.hide, title)}
            onClick={() => setOpen('hide')}
          >
            {moderation.hide}
          </Button>
        ))}
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
              .mutateAsync({ submit_id, reason })
              .then(said(may.teach ? moderation.pickedNow : moderation.proposedNow))
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
            share.mutateAsync({ submit_id, grant: false, ...(answer && { answer }) }).then(said(moderation.refused))
          }
          onClose={close}
        />
      )}
      {open === 'unpick' && (
        <Dialog
          title={moderation.unpickTitle(title)}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{moderation.cancel}</Button>
              <Button
                tone="danger"
                busy={unpick.isPending}
                onClick={() => unpick.mutate({ submit_id }, say(moderation.unpicked))}
              >
                {moderation.unpick[state]}
              </Button>
            </>
          }
        >
          <p>{moderation.unpickText}</p>
        </Dialog>
      )}
    </div>
  )
}
