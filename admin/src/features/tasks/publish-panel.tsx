import { weightOf } from '@tongchuang/contract/rules/percent.ts'
import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { NameToConfirm } from '@tongchuang/ui/name-to-confirm.tsx'
import { Pick } from '@tongchuang/ui/pick.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { CircleX, Check, Upload } from 'lucide-react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { CopyTo, draftsOf, WhoSees } from './class-panel.tsx'
import { lacksOf } from './form-values.ts'
import { SameWeek } from './same-week.tsx'
import { TaskHistory } from './task-history.tsx'
import styles from './publish-panel.module.css'
import shared from './tasks.module.css'
import type { Classes } from './use-classes.ts'
import { usePublishing } from './use-publishing.ts'
import type { Editing } from './use-task-form.ts'

const actsOf = {
  draft: [],
  scheduled: ['unpublish'],
  open: ['close'],
  closed: ['open', 'archive'],
  archived: [],
  trashed: ['restore'],
} as const

const Lacks = ({
  lacks,
  values,
  uploading,
}: {
  lacks: ReturnType<typeof lacksOf>
  values: Editing['values']
  uploading: boolean
}) => {
  const { editor } = useTexts().tasks
  return (
    <>
      {lacks.map((lack) => (
        <li key={lack} data-tone="bad">
          <CircleX size={18} aria-hidden />
          {lack === 'weight' ? editor.lacks.weight(weightOf(values.criteria)) : editor.lacks[lack]}
        </li>
      ))}
      {uploading && (
        <li data-tone="bad">
          <Upload size={18} aria-hidden />
          {editor.lacks.upload}
        </li>
      )}
      {lacks.length === 0 && !uploading && (
        <li data-tone="ok">
          <Check size={18} aria-hidden />
          {editor.complete(values.content.trim() !== '', values.due_at !== null)}
        </li>
      )}
    </>
  )
}

/** Links of a published task: the students with nothing submitted, and its statistics. */
const Readings = ({ form }: { form: Editing['form'] }) => {
  const { editor } = useTexts().tasks
  const { id, set, status } = form
  const isKnown = status === 'open' || status === 'closed'
  return (
    <>
      {isKnown && (
        <Link className={buttonClass('plain', 'normal', true)} to={adminPaths.missing(id)}>
          {editor.missing}
        </Link>
      )}
      {(isKnown || status === 'archived') && (
        <Link
          className={buttonClass('plain', 'normal', true)}
          to={adminPaths.statistics(set === null ? { task: id } : { set: set.id })}
        >
          {editor.statistics}
        </Link>
      )}
    </>
  )
}

/** Publishes a draft at once, or at `open_at` if that is in the future. */
const PublishDraft = ({
  open_at,
  problems,
  classes,
  publishing,
}: {
  open_at: string | null
  classes: number
  problems: number
  publishing: ReturnType<typeof usePublishing>
}) => {
  const { editor, classes: words } = useTexts().tasks
  const language = useLanguage()
  const { when, setWhen, isActing, run } = publishing
  const atItsTime = open_at !== null && when === 'at'
  return (
    <>
      {open_at && (
        <Pick
          label={editor.when}
          value={when}
          items={[
            { value: 'at', label: editor.publishAt },
            { value: 'now', label: editor.publishNow },
          ]}
          onChange={setWhen}
        />
      )}
      {atItsTime && <p className={shared.quiet}>{editor.autoAt(formatMoment(open_at, language))}</p>}
      <Button
        tone="primary"
        wide
        busy={isActing}
        blocked={problems > 0}
        onClick={() => void run('publish', when === 'now')}
      >
        {classes > 1
          ? words[atItsTime ? 'publishAt' : 'publish'](classes)
          : atItsTime
            ? editor.publish
            : editor.publishNowButton}
      </Button>
      {problems > 0 && <p className={shared.quiet}>{editor.fix(problems)}</p>}
    </>
  )
}

/** Gives the task to more classes, copies it, or moves it to the bin. */
const Copies = ({
  form,
  classes,
  publishing,
}: {
  form: Editing['form']
  classes: Classes
  publishing: ReturnType<typeof usePublishing>
}) => {
  const { editor } = useTexts().tasks
  const { isCopying, duplicate, setTrashing } = publishing
  const stands = form.status === 'scheduled' || form.status === 'open' || form.status === 'closed'
  return (
    <>
      {stands && <CopyTo form={form} classes={classes} />}
      <Button wide busy={isCopying} onClick={() => void duplicate()}>
        {editor.copy}
      </Button>
      <Button wide tone="danger" onClick={() => setTrashing(true)}>
        {editor.trash}
      </Button>
    </>
  )
}

/** What is still missing, and the buttons for publishing. */
export const PublishPanel = ({
  editing,
  classes,
  uploading,
}: {
  editing: Editing
  classes: Classes
  uploading: boolean
}) => {
  const { tasks } = useTexts()
  const { editor } = tasks
  const now = useNow(30)
  const { form, values } = editing
  const publishing = usePublishing(editing)
  const { isActing, run, unread, reread, trashing, setTrashing } = publishing

  // For a published task, a past due date is no problem.
  const isOut = form.status !== 'draft' && form.status !== 'scheduled'
  const lacks = lacksOf(values, now).filter((lack) => lack !== 'due' || !isOut)
  const problems = lacks.length + (uploading ? 1 : 0)
  const waits = values.open_at !== null && Date.parse(values.open_at) > now
  const mayAct = form.may_lead && !form.read_only

  return (
    <aside className={styles.panel} aria-labelledby="publish">
      <h2 id="publish">{editor.publish}</h2>
      <ul className={styles.checks}>
        <Lacks lacks={lacks} values={values} uploading={uploading} />
        {(form.status === 'draft' || form.status === 'scheduled' || form.status === 'open') && (
          <SameWeek form={form} due_at={values.due_at} />
        )}
        <WhoSees form={form} refused={classes.refused} />
      </ul>
      {unread && (
        <RegionError
          what={editor.unread(editor.done[unread.done])}
          error={unread.error}
          onRetry={() => void reread(unread.done)}
        />
      )}
      <div className={styles.buttons}>
        {mayAct && form.status === 'draft' && (
          <PublishDraft
            open_at={waits ? values.open_at : null}
            problems={problems}
            classes={draftsOf(form)}
            publishing={publishing}
          />
        )}
        {mayAct && form.status === 'scheduled' && (
          <Button tone="primary" wide busy={isActing} onClick={() => void run('open')}>
            {editor.open}
          </Button>
        )}
        {mayAct &&
          actsOf[form.status].map((one) => (
            <Button key={one} wide busy={isActing} onClick={() => void run(one)}>
              {one === 'open' ? editor.reopen : editor[one]}
            </Button>
          ))}
        <Readings form={form} />
        {mayAct && form.status !== 'trashed' && <Copies form={form} classes={classes} publishing={publishing} />}
      </div>
      <p className={shared.quiet}>{editor.afterFirst}</p>
      <TaskHistory id={form.id} />
      {trashing && (
        <NameToConfirm
          title={editor.trash}
          text={editor.trashText}
          label={editor.typeName(form.title)}
          name={form.title}
          action={editor.trash}
          busy={isActing}
          onClose={() => setTrashing(false)}
          onConfirm={() => void run('trash')}
        />
      )}
    </aside>
  )
}
